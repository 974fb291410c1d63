// Digests are synchronous, so that a run stays a function of its inputs (DESIGN §1.10).

import { sha256 as hash } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonical, content, type Json } from '../kernel/json';
import { times } from './schema';

/** SHA-256 of a text as 64 hex digits. */
export const sha256 = (text: string): string => bytesToHex(hash(utf8ToBytes(text)));

/** The first 8 hex digits of the digest of canonical JSON: how digests are shown (CONTRACT §1). */
export const shortDigest = (value: Json): string => sha256(canonical(value)).slice(0, 8);

/** The same of what counts: two answers that differ in stamps alone have one digest. */
export const contentDigest = (value: Json): string => sha256(content(value, times.members)).slice(0, 8);
