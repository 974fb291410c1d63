// The rows of one table as plain data, kept equal to what SQLite holds. SQLite names a changed row by its
// rowid, so that is the handle here; it is no part of a row and nobody outside sees it.

import { ConvergeError, must } from '../kernel/errors';
import { PersistentMap } from '../kernel/persistent-map';
import { keyText, type Row, type Table as Rows, type Value } from '../kernel/store';
import type { Column, Table } from './catalog';
import { TABLE_ROWS_MAX, TEXT_LENGTH_MAX } from './limits';
import type { Recording } from './recording';
import { shapeOf } from './shape';
import type { Database, Prepared } from './sqljs';

export class HeldTable {
  rows: Rows = PersistentMap.empty();
  private readonly keys = new Map<number, string>();
  private readonly rowids = new Map<string, number>();
  private readonly readers = new Map<readonly number[], Prepared>();
  private readonly positions: readonly number[];
  private readonly shape: Readonly<Record<string, Value>>;
  private readonly remover: Prepared;
  private readonly inserter: Prepared;
  private rowidMax = 0;
  private columnTooLong: string | null = null;

  private readonly database: Database;
  readonly table: Table;

  constructor(database: Database, table: Table) {
    this.database = database;
    this.table = table;
    const { name, columns } = table;
    const names = columns.map((column) => column.name);
    this.positions = columns.map((column) => column.position);
    this.shape = shapeOf<Value>(names);
    this.remover = database.prepare(`DELETE FROM ${name} WHERE rowid = ?`);
    this.inserter = database.prepare(
      `INSERT INTO ${name}(rowid, ${names.join(', ')}) VALUES (?${', ?'.repeat(names.length)})`,
    );
  }

  /**
   * Takes over what SQLite now holds at a rowid that the update hook named. Where it was an update, only the
   * columns that it can have changed are read; null are all. Returns whether anything is different.
   */
  capture(rowid: number, changed: readonly number[] | null, recording: Recording | null): boolean {
    const key = this.keys.get(rowid);
    const held = key === undefined ? undefined : this.rows.get(key);
    const positions = held === undefined || changed === null ? this.positions : changed;
    const values = this.read(rowid, positions);
    if (values === null) return this.forget(rowid, recording);
    const row = this.changedRow(held, positions, values);
    if (row === held) return false;
    const nextKey = held !== undefined && this.keepsKey(held, row) ? key! : this.keyOf(row);
    if (key !== nextKey) this.forget(rowid, recording);
    recording?.touch(this, nextKey);
    if (key !== nextKey) this.name(rowid, nextKey, recording);
    this.rows = this.rows.set(nextKey, row);
    return true;
  }

  /** Takes over that SQLite holds nothing at a rowid any more. */
  forget(rowid: number, recording: Recording | null): boolean {
    const key = this.keys.get(rowid);
    if (key === undefined) return false;
    recording?.touch(this, key);
    this.rows = this.rows.delete(key);
    this.name(rowid, null, recording);
    return true;
  }

  /** Gives a rowid its key, or none. */
  name(rowid: number, key: string | null, recording: Recording | null): void {
    const before = this.keys.get(rowid) ?? null;
    recording?.rename(this, rowid, before);
    if (before !== null && this.rowids.get(before) === rowid) this.rowids.delete(before);
    if (key === null) {
      this.keys.delete(rowid);
      return;
    }
    this.keys.set(rowid, key);
    this.rowids.set(key, rowid);
    this.rowidMax = Math.max(this.rowidMax, rowid);
  }

  rowidOf(key: string): number {
    return must(this.rowids.get(key), `row ${this.table.name} ${key}`);
  }

  /** Removes a row from SQLite, while a world is put back. */
  remove(key: string): void {
    this.remover.run([this.rowidOf(key)]);
  }

  /** Puts a row into SQLite, while a world is put back; returns its rowid. */
  insert(key: string, row: Row): number {
    const rowid = this.rowids.get(key) ?? ++this.rowidMax;
    const { columns, name } = this.table;
    const values: Value[] = [rowid];
    for (const column of columns) {
      const value = row[column.name];
      if (value === undefined || (value !== null && typeof value !== column.type)) this.unfit(key, column);
      values.push(value);
    }
    if (this.keyOf(row) !== key || Object.keys(row).length !== columns.length) {
      throw new ConvergeError('definition', `The row ${name} ${key} has other columns or another key.`, {
        key,
      });
    }
    this.inserter.run(values);
    return rowid;
  }

  /** Makes a row what it became elsewhere, or takes it away, in SQLite and here. */
  lay(key: string, row: Row | null, recording: Recording): void {
    recording.touch(this, key);
    const rowid = this.rowids.get(key);
    if (rowid !== undefined) this.remover.run([rowid]);
    if (row !== null) {
      const put = this.insert(key, row);
      if (put !== rowid) this.name(put, key, recording);
      this.rows = this.rows.set(key, row);
    } else if (rowid !== undefined) {
      this.rows = this.rows.delete(key);
      this.name(rowid, null, recording);
    }
  }

  /** Refuses what has grown beyond its limit; the rows held are those of SQLite all the same. */
  checkLimits(rows: Rows): void {
    const { name } = this.table;
    if (rows.size > TABLE_ROWS_MAX) {
      const details = { table: name, limit: TABLE_ROWS_MAX };
      throw new ConvergeError('limit', `Table ${name} holds more rows than ${TABLE_ROWS_MAX}.`, details);
    }
    const column = this.columnTooLong;
    this.columnTooLong = null;
    if (column === null) return;
    const details = { table: name, column, limit: TEXT_LENGTH_MAX };
    throw new ConvergeError(
      'limit',
      `A text in ${name}.${column} is longer than ${TEXT_LENGTH_MAX}.`,
      details,
    );
  }

  private read(rowid: number, positions: readonly number[]): readonly Value[] | null {
    let reader = this.readers.get(positions);
    if (reader === undefined) {
      const columns = positions.map((position) => this.table.columns[position]!.name).join(', ');
      reader = this.database.prepare(`SELECT ${columns || '1'} FROM ${this.table.name} WHERE rowid = ?`);
      this.readers.set(positions, reader);
    }
    reader.bind([rowid]);
    const values = reader.step() ? reader.get() : null;
    reader.reset();
    return values;
  }

  /** The held row with these values; the same object where they are what it has. */
  private changedRow(held: Row | undefined, positions: readonly number[], values: readonly Value[]): Row {
    let row: Record<string, Value> | null = held === undefined ? { ...this.shape } : null;
    for (let i = 0; i < positions.length; i++) {
      const value = values[i]!;
      const { name } = this.table.columns[positions[i]!]!;
      if (held !== undefined && held[name] === value) continue;
      if (typeof value === 'string' && value.length > TEXT_LENGTH_MAX) this.columnTooLong = name;
      row ??= { ...held };
      row[name] = value;
    }
    return row === null ? held! : Object.freeze(row);
  }

  private keepsKey(held: Row, row: Row): boolean {
    for (const { name } of this.table.key) if (held[name] !== row[name]) return false;
    return true;
  }

  private keyOf(row: Row): string {
    return keyText(this.table.key.map((column) => row[column.name] ?? null));
  }

  private unfit(key: string, column: Column): never {
    const { name } = this.table;
    const message = `The row ${name} ${key} has no value for ${column.name}, or one of another type.`;
    throw new ConvergeError('definition', message, { table: name, key, column: column.name });
  }
}
