// Bytes as plain data: a string of one character (0–255) a byte. Messages of a simulation are JSON, and a
// network may cut a stream between any two bytes, inside a character too.

import { ConvergeError } from '../../kernel/errors';

/** The bytes of a text in UTF-8. */
export function bytesOf(text: string): string {
  let bytes = '';
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return bytes;
}

/** The text that bytes hold in UTF-8: U+FFFD for what is none, and a byte order mark is a character of it. */
export function textOfBytes(bytes: string): string {
  assertBytes(bytes);
  const array = new Uint8Array(bytes.length);
  for (let at = 0; at < bytes.length; at++) array[at] = bytes.charCodeAt(at);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(array);
}

/** Refuses text where bytes are meant: both are strings, and taking one for the other would often go well. */
export function assertBytes(bytes: string): void {
  const at = bytes.search(/[\u0100-\uffff]/);
  if (at < 0) return;
  const found = `U+${bytes.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0')}`;
  throw new ConvergeError(
    'definition',
    `Bytes hold ${found} at place ${at}, which is no byte (0–255). Turn text into bytes with bytesOf.`,
    { found, at },
  );
}
