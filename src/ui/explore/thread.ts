// The page's way to the thread that searches: one worker a search, so that ending it gives its memory back.

import wasmUrl from 'sql.js/dist/sql-wasm-browser.wasm?url';
import type { FromSearch, OpenThread } from './protocol';

/** Where SQLite lies, for a thread that has another place than the page. */
export const sqliteAddress = (): string => new URL(wasmUrl, document.baseURI).href;

export const openThread: OpenThread = (hear, fail) => {
  const worker = new Worker(new URL('./search.worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<FromSearch>) => hear(data);
  worker.onmessageerror = () => fail('');
  worker.onerror = (event) => {
    event.preventDefault();
    fail(event.message);
  };
  return { send: (message) => worker.postMessage(message), close: () => worker.terminate() };
};
