// A new folder for a scenario, `NN-id` beside those that are there. It comes into being whole: the files are
// written next to it and the folder is renamed, so that nobody ever finds half a scenario.

import { chmodSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { complaintText, quoted } from '../scenario/problem';
import { type Arguments, type Option, UsageError, valueOf } from './command';
import { idOf, scenarios, shown, top } from './files';

export const INTO_OPTION: Option = {
  name: 'into',
  value: 'FOLDER',
  help: 'where the new folder goes; scenarios/ if left out',
};

export interface Target {
  readonly id: string;
  readonly into: string;
}

/** A link and a file name have to hold it. */
const ID = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const ID_LENGTH_MAX = 60;
const NUMBER_MAX = 99;

/** Where a new scenario goes. Throws `UsageError` for an id that is none, or that is taken. */
export function targetOf(given: Arguments, id: string, place: string): Target {
  const into = path.resolve(valueOf(given, 'into') ?? scenarios);
  if (statSync(into, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError(`--into: found no folder ${shown(into)}; expected a folder of scenarios`);
  if (!ID.test(id) || id.length > ID_LENGTH_MAX) {
    const expected = `an id of small letters, digits and single "-", a letter first, at most ${String(ID_LENGTH_MAX)}`;
    const near = id
      .toLowerCase()
      .replace(/^[^a-z]+|[^a-z0-9]+$/g, '')
      .replace(/[^a-z0-9]+/g, '-');
    const complaint = { found: quoted(id), expected, nearest: ID.test(near) ? near : undefined };
    throw new UsageError(`${place}: ${complaintText(complaint)}`);
  }
  const taken = folderOf(into, id);
  if (taken === undefined) return { id, into };
  const found = `${quoted(id)}, which ${shown(path.join(into, taken))} is already`;
  throw new UsageError(`${place}: found ${found}; expected an id that is not taken`);
}

const folderOf = (into: string, id: string): string | undefined =>
  readdirSync(into).find((name) => idOf(path.join(into, name, 'scenario.json')) === id);

/** How a file in the new folder refers to the published form of scenario files; null outside this checkout. */
export function formFrom({ id, into }: Target): string | null {
  const file = path.relative(path.join(into, id), path.join(top, 'public/scenario.schema.json'));
  const isInside = !path.relative(top, into).startsWith('..');
  return isInside ? file.split(path.sep).join('/') : null;
}

/** Writes the files of a scenario into the next free folder, and returns that. */
export function writeFolder({ id, into }: Target, files: Readonly<Record<string, string>>): string {
  const folder = path.join(into, `${nextNumber(into)}-${id}`);
  let draft: string | null = null;
  try {
    draft = mkdtempSync(path.join(into, `.${id}-`));
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(draft, name), text);
    chmodSync(draft, FOLDER_MODE);
    renameSync(draft, folder);
    return folder;
  } catch (error) {
    if (draft !== null) rmSync(draft, { recursive: true, force: true });
    const found = `${shown(folder)}, which cannot be written (${(error as NodeJS.ErrnoException).code ?? ''})`;
    throw new UsageError(`--into: found ${found}; expected a folder to write in`);
  }
}

/** A folder that is made for a moment is private; this one is for everybody. */
const FOLDER_MODE = 0o755;

function nextNumber(into: string): string {
  const numbers = readdirSync(into).map((name) => Number(/^(\d+)-/.exec(name)?.[1] ?? 0));
  const next = Math.max(0, ...numbers) + 1;
  if (next > NUMBER_MAX) {
    const found = `the number ${String(next - 1)} in ${shown(into)}`;
    throw new UsageError(`--into: found ${found}; expected one that leaves a number of two digits`);
  }
  return String(next).padStart(2, '0');
}
