// What a command is, and how its arguments are read. Everything that can be wrong with them is a
// `UsageError`: a sentence for stderr and exit code 2.

import { parseArgs } from 'node:util';
import { nearest } from '../scenario/nearest';

export interface Option {
  readonly name: string;
  /** What its value stands for; null for a flag. */
  readonly value: string | null;
  readonly help: string;
  readonly isRepeatable?: boolean;
}

export interface Command {
  readonly name: string;
  /** What stands for its positional arguments in the usage line. */
  readonly operands: string;
  /** The least and the most of them. */
  readonly takes: readonly [number, number];
  readonly summary: string;
  readonly options: readonly Option[];
  /** Resolves to the exit code. */
  run(given: Arguments, output: Output): number | Promise<number>;
}

export interface Arguments {
  readonly operands: readonly string[];
  /** Values by option, in the order given; a flag has one empty value. */
  readonly options: ReadonlyMap<string, readonly string[]>;
}

export interface Output {
  /** Results, for stdout. */
  readonly print: (text: string) => void;
  /** Everything that is said beside them, for stderr. */
  readonly note: (text: string) => void;
}

/** Exit codes (DESIGN §4). */
export const EXIT = { ok: 0, failed: 1, unusable: 2 } as const;

export class UsageError extends Error {}

const JSON_OPTION: Option = { name: 'json', value: null, help: 'print one JSON document' };
const HELP_OPTION: Option = { name: 'help', value: null, help: 'print this' };

export function printJson(output: Output, document: unknown): void {
  output.print(JSON.stringify(document, null, 2));
}

export const has = ({ options }: Arguments, name: string): boolean => options.has(name);

export const valueOf = ({ options }: Arguments, name: string): string | undefined =>
  options.get(name)?.at(-1);

/** The whole number that an option holds. */
export function numberOf(given: Arguments, name: string, fallback: number, max: number): number {
  const text = valueOf(given, name);
  if (text === undefined) return fallback;
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Infinity;
  if (number <= max) return number;
  throw new UsageError(
    `--${name}: found ${JSON.stringify(text)}; expected a whole number up to ${String(max)}`,
  );
}

export function readArguments(command: Command, argv: readonly string[]): Arguments {
  const known = [...command.options, JSON_OPTION, HELP_OPTION];
  const types = known.map(
    ({ name, value }) => [name, { type: value === null ? 'boolean' : 'string' }] as const,
  );
  const { tokens } = parseArgs({
    args: [...argv],
    options: { ...Object.fromEntries(types), help: { type: 'boolean', short: 'h' } },
    ...{ strict: false, tokens: true },
  });
  const operands: string[] = [];
  const options = new Map<string, string[]>();
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value);
    if (token.kind !== 'option') continue;
    const option = known.find((one) => one.name === token.name);
    if (option === undefined) throw unknownOption(token.rawName, known);
    const value = valueIn(option, token.value, token.inlineValue === true);
    const values = options.get(option.name) ?? [];
    if (values.length > 0 && option.isRepeatable !== true)
      throw new UsageError(`--${option.name} stands twice`);
    options.set(option.name, [...values, value]);
  }
  if (!options.has('help')) checkOperands(command, operands);
  return { operands, options };
}

function unknownOption(rawName: string, known: readonly Option[]): UsageError {
  const names = known.map(({ name }) => `--${name}`);
  const near = nearest(rawName, names);
  const question = near === undefined ? '' : `; did you mean ${near}?`;
  return new UsageError(`found the option ${rawName}; expected ${names.join(', ')}${question}`);
}

function valueIn(option: Option, value: string | undefined, isInline: boolean): string {
  if (option.value === null) {
    if (isInline) throw new UsageError(`--${option.name} takes no value; found ${JSON.stringify(value)}`);
    return '';
  }
  const isOption = !isInline && value?.startsWith('-') === true;
  if (value === undefined || value === '' || isOption) {
    const found = value === undefined ? 'nothing' : JSON.stringify(value);
    throw new UsageError(`--${option.name}: found ${found}; expected ${option.value}`);
  }
  return value;
}

function checkOperands(command: Command, operands: readonly string[]): void {
  const [least, most] = command.takes;
  const extra = operands[most];
  if (extra !== undefined)
    throw new UsageError(`found ${JSON.stringify(extra)}; expected no further argument`);
  if (operands.length < least) throw new UsageError(`found no argument; expected ${command.operands}`);
}

export function usageOf(command: Command): string {
  const options = [...command.options, JSON_OPTION, HELP_OPTION].map((option) => {
    const name = option.value === null ? `--${option.name}` : `--${option.name} ${option.value}`;
    return `  ${name.padEnd(28)} ${option.help}${option.isRepeatable === true ? ' (may be repeated)' : ''}`;
  });
  const usage = `usage: converge ${command.name} ${command.operands}`.trimEnd();
  return [`${usage} [options]`, '', command.summary, '', ...options].join('\n');
}
