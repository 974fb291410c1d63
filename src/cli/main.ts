// The command line: one table of commands, and one place where what they throw becomes a message and an
// exit code.

import { ConvergeError } from '../kernel/errors';
import { nearest } from '../scenario/nearest';
import { ProblemsError } from '../scenario/problem';
import { ablate } from './ablate';
import { bench } from './bench';
import { check } from './check';
import { type Command, EXIT, has, type Output, readArguments, UsageError, usageOf } from './command';
import { decisions } from './decisions';
import { explore } from './explore';
import { list } from './list';
import { newScenario } from './new';
import { record } from './record';
import { run } from './run';
import { vectors } from './vectors';

export { serve } from './threads';

const COMMANDS: readonly Command[] = [
  list,
  check,
  run,
  explore,
  ablate,
  decisions,
  vectors,
  bench,
  newScenario,
  record,
];

/** Runs a command; resolves to the exit code. */
export async function main(argv: readonly string[], output = standardOutput()): Promise<number> {
  const [name, ...rest] = argv;
  try {
    if (name === undefined) throw new UsageError(`found no command\n\n${overview()}`);
    if (['help', '--help', '-h'].includes(name)) return help(rest[0], output);
    const command = find(name);
    const given = readArguments(command, rest);
    if (has(given, 'help')) return help(name, output);
    return await command.run(given, output);
  } catch (error) {
    output.note(messageOf(error, name));
    return EXIT.unusable;
  }
}

function standardOutput(): Output {
  // Whoever reads our output may stop reading: `converge run … | head`.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  return {
    print: (text) => process.stdout.write(`${text}\n`),
    note: (text) => process.stderr.write(`${text}\n`),
  };
}

function find(name: string): Command {
  const command = COMMANDS.find((one) => one.name === name);
  if (command !== undefined) return command;
  const names = COMMANDS.map((one) => one.name);
  const near = nearest(name, names);
  const question = near === undefined ? '' : `; did you mean ${near}?`;
  throw new UsageError(`found the command ${JSON.stringify(name)}; expected ${names.join(', ')}${question}`);
}

function help(name: string | undefined, output: Output): number {
  output.print(name === undefined ? overview() : usageOf(find(name)));
  return EXIT.ok;
}

function overview(): string {
  const lines = COMMANDS.map((command) => `  ${command.name.padEnd(12)} ${command.summary}`);
  return ['usage: converge COMMAND [options]', '', ...lines, '', 'converge COMMAND --help says more.'].join(
    '\n',
  );
}

/** The message of something that the caller can mend; anything else is our mistake, and keeps its stack. */
function messageOf(error: unknown, name: string | undefined): string {
  if (error instanceof ProblemsError) return error.message;
  if (error instanceof UsageError) return `converge${name === undefined ? '' : ` ${name}`}: ${error.message}`;
  if (error instanceof ConvergeError) return `converge ${name ?? ''}: ${error.message}`;
  throw error;
}
