// What somebody read of run_1 before something happened to it that they do not know of.

import type { History } from './history';
import type { Reading } from './reading';

type Outdated = (history: History) => Reading;

/** Its holder was taken for lost, and another worker has it. */
export const overtaken: Outdated = (history) => {
  const late = history.held('run_1');
  history.takeOver('run_1');
  return late;
};

/** Its holder has given it back, to be tried later. */
export const letGo: Outdated = (history) => {
  const reading = history.held('run_1');
  history.retry(reading);
  return reading;
};

/** A person has asked to cancel it. */
export const cancelledSince: Outdated = (history) => {
  const reading = history.held('run_1');
  history.cancel('run_1');
  return reading;
};
