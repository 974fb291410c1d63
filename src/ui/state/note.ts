// Something that has to be said about what was asked for, as keys and values: the words come with the
// language, and change with it.

import type { LinkProblem } from '../../scenario/link';
import type { LinkNote } from '../../scenario/linked-run';
import type { Stopped, Unmatched } from '../../scenario/schedule';

export type Note =
  | { readonly key: 'link'; readonly problem: LinkProblem['key'] }
  | { readonly key: 'linkNote'; readonly note: LinkNote }
  | { readonly key: 'unknownScenario'; readonly id: string }
  | { readonly key: 'unmatched'; readonly unmatched: Unmatched }
  | { readonly key: 'stopped'; readonly stopped: Stopped }
  /** Another choice in the past: the future that was there stays as this branch. */
  | { readonly key: 'forked'; readonly branch: number }
  /** A bound of the laboratory; the message names the number. */
  | { readonly key: 'refused'; readonly message: string };
