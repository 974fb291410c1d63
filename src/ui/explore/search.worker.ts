// The thread that searches. A message of its own comes after those that wait already, so that the page is
// heard between two slices; a timer would be held back to 4 ms.

import { openSqlite } from '../../sqlite/open';
import type { ToSearch } from './protocol';
import { Searching } from './searching';

const turns: (() => void)[] = [];
const { port1, port2 } = new MessageChannel();
port1.onmessage = () => turns.shift()?.();

const searching = new Searching({
  post: (message) => postMessage(message),
  openSqlite: (wasm) => openSqlite(() => wasm),
  now: () => performance.now(),
  later: (then) => {
    turns.push(then);
    port2.postMessage(null);
  },
});

addEventListener('message', ({ data }: MessageEvent<ToSearch>) => searching.hear(data));
