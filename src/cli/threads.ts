// Searches side by side: as many threads as asked for, each with an engine of its own, answers in the order of
// the jobs whoever was first.

import { Worker, type MessagePort } from 'node:worker_threads';
import { finished } from '../explore/search';
import type { AblationJob, Breach, Searching } from '../scenario/ablation';
import { Exploration } from '../scenario/exploration';
import { Systems } from '../scenario/systems';
import { openSqlite, type Sqlite } from '../sqlite/open';
import { readScenarios } from './files';

/** Told of each answer as it comes, with how many there are to be. */
export type Told = (job: AblationJob, breach: Breach | null, done: number, of: number) => void;

/** Runs a search until something breaks or its bounds are reached. */
function searched(sqlite: Sqlite, { scenario: id, overrides, bounds }: AblationJob): Breach | null {
  const scenario = readScenarios([id])[0]!;
  // A database for each design would pile up over hundreds of searches.
  const systems = new Systems(sqlite);
  const isEnough = (found: readonly unknown[]): boolean => found.length > 0;
  const exploration = new Exploration(systems, scenario, overrides, bounds, { isEnough });
  const [first] = finished(exploration.search).found;
  if (first === undefined) return null;
  exploration.confirm(first);
  const { property, faults, path } = first;
  return { property, faults, path, from: 'search' };
}

/** Searches one after the other, in this thread. */
export const inTurn =
  (sqlite: Sqlite, told: Told): Searching =>
  (jobs) =>
    Promise.resolve(
      jobs.map((job, i) => {
        const breach = searched(sqlite, job);
        told(job, breach, i + 1, jobs.length);
        return breach;
      }),
    );

interface Answer {
  readonly number: number;
  readonly breach: Breach | null;
}

/** Searches in so many threads. The module of this command line serves in each of them. */
export function inThreads(count: number, module: string, told: Told): Searching {
  return (jobs) =>
    new Promise((resolve, reject) => {
      const answers: (Breach | null)[] = [];
      const workers: Worker[] = [];
      let [next, done] = [0, 0];
      const end = (): void => workers.forEach((worker) => void worker.terminate());
      if (jobs.length === 0) resolve(answers);
      const give = (worker: Worker): void => {
        if (next < jobs.length) worker.postMessage({ number: next, job: jobs[next++]! });
      };
      for (let i = 0; i < Math.min(count, jobs.length); i++) {
        const worker = new Worker(SERVE, { eval: true, workerData: { module } });
        workers.push(worker);
        worker.on('message', ({ number, breach }: Answer) => {
          answers[number] = breach;
          told(jobs[number]!, breach, ++done, jobs.length);
          if (done < jobs.length) give(worker);
          else {
            end();
            resolve(answers);
          }
        });
        worker.on('error', (error) => {
          end();
          reject(error);
        });
        give(worker);
      }
    });
}

const SERVE = `
const { parentPort, workerData } = require('node:worker_threads');
import(workerData.module).then(({ serve }) => serve(parentPort));
`;

/** What a thread does: a search for each message, until it is ended. */
export async function serve(port: MessagePort): Promise<void> {
  const sqlite = await openSqlite();
  port.on('message', ({ number, job }: { readonly number: number; readonly job: AblationJob }) => {
    port.postMessage({ number, breach: searched(sqlite, job) });
  });
}
