// The kernel's store over SQLite. It always knows its rows as plain data: after each statement it reads back
// the rows that the update hook has named. So any world can be put back, by removing and inserting what
// differs, and every step can say what it read and what it changed (DESIGN §1.4, §1.5).

import { ConvergeError, must } from '../kernel/errors';
import { rowChanges, tableOf } from '../kernel/rows';
import type { Change, Parameters, Read, Recorded, Row, Rows, Run, Store, Value } from '../kernel/store';
import type { Catalog } from './catalog';
import { HeldTable } from './held';
import { ReadMemory } from './reads';
import { Recording } from './recording';
import { shapeOf } from './shape';
import type { Database, Prepared } from './sqljs';
import { explained, type Statement } from './statement';

/** Read by `restoring()`, which gates every trigger. */
export interface Gate {
  restoring: 0 | 1;
}

interface Event {
  readonly table: HeldTable;
  readonly rowid: number;
  readonly operation: 'insert' | 'update' | 'delete';
}

export class SqliteStore implements Store {
  private readonly tables = new Map<string, HeldTable>();
  private readonly memory = new ReadMemory();
  private readonly savepoint: Readonly<Record<'open' | 'undo' | 'release', Prepared>>;
  private events: Event[] = [];
  private recording: Recording | null = null;
  /** Where reads go; a peek has a place of its own. */
  private reads: Set<Read> | null = null;
  private isPeeking = false;
  /** All rows, unless they have changed since. */
  private known: Rows | null = null;
  private readonly shape: Readonly<Record<string, Rows[string] | null>>;

  private readonly database: Database;
  private readonly catalog: Catalog;
  private readonly statements: ReadonlyMap<string, Statement>;
  private readonly gate: Gate;

  constructor(database: Database, catalog: Catalog, statements: ReadonlyMap<string, Statement>, gate: Gate) {
    this.database = database;
    this.catalog = catalog;
    this.statements = statements;
    this.gate = gate;
    for (const [name, table] of catalog.tables) this.tables.set(name, new HeldTable(database, table));
    this.shape = shapeOf(this.tables.keys());
    this.savepoint = {
      open: database.prepare('SAVEPOINT step'),
      undo: database.prepare('ROLLBACK TO step'),
      release: database.prepare('RELEASE step'),
    };
    database.updateHook((operation, _, name, rowid) => {
      if (this.gate.restoring === 1) return;
      this.events.push({ table: this.tables.get(name)!, rowid, operation });
    });
  }

  get rows(): Rows {
    if (this.known === null) {
      const rows: Record<string, Rows[string] | null> = { ...this.shape };
      for (const [name, table] of this.tables) rows[name] = table.rows;
      this.known = rows as Rows;
    }
    return this.known;
  }

  readonly run: Run = (name: string, parameters: Parameters): readonly Row[] => {
    const statement = must(this.statements.get(name), `statement ${name}`);
    const { plan } = statement;
    const values = statement.values(parameters);
    if (this.reads !== null)
      for (const read of this.memory.of(plan, { parameters: values, row: this.row })) this.reads.add(read);
    if (!plan.isWriting) {
      const rows = statement.execute(values);
      statement.checkCount(rows);
      return rows;
    }
    if (this.isPeeking) throw misuse(`Statement ${name} writes, but is run where only reading is allowed.`);
    return this.write(statement, values);
  };

  private readonly row = (table: string, key: string): Row | undefined =>
    this.tables.get(table)?.rows.get(key);

  begin(): void {
    this.mustNotPeek();
    if (this.recording !== null) throw misuse('begin() was called twice without commit().');
    this.memory.trim();
    this.savepoint.open.run();
    this.recording = new Recording(this.rows);
    this.reads = this.recording.reads;
  }

  changed(): readonly Change[] {
    const recording = this.mustRecord();
    const changes = recording.changes();
    this.known = changes.length === 0 ? recording.rows : null;
    return changes;
  }

  rollback(): void {
    this.mustNotPeek();
    const recording = this.mustRecord();
    this.savepoint.undo.run();
    recording.undo();
    this.known = recording.rows;
  }

  lay(changes: readonly Change[]): void {
    this.mustNotPeek();
    const recording = this.mustRecord();
    recording.next();
    this.gate.restoring = 1;
    try {
      for (const { table, key, after } of changes) {
        must(this.tables.get(table), `table ${table}`).lay(key, after, recording);
      }
    } catch (error) {
      throw explained(error, 'lay', this.catalog);
    } finally {
      this.gate.restoring = 0;
      this.known = null;
    }
  }

  commit(): Recorded {
    this.mustNotPeek();
    const { reads } = this.mustRecord();
    const changes = this.changed();
    this.savepoint.release.run();
    this.recording = this.reads = null;
    return { reads: [...reads], changes };
  }

  peek<T>(body: (run: Run) => T): { readonly value: T; readonly reads: readonly Read[] } {
    const outer = { reads: this.reads, isPeeking: this.isPeeking };
    const reads = new Set<Read>();
    [this.reads, this.isPeeking] = [reads, true];
    try {
      const value = body(this.run);
      return { value, reads: [...reads] };
    } finally {
      [this.reads, this.isPeeking] = [outer.reads, outer.isPeeking];
    }
  }

  restore(rows: Rows): void {
    if (rows === this.rows) return;
    this.mustNotPeek();
    if (this.recording !== null) throw misuse('restore() was called between begin() and commit().');
    const changes = rowChanges(this.rows, rows);
    if (changes.length > 0) this.putBack(rows, changes);
    for (const [name, table] of this.tables) table.rows = tableOf(rows, name);
    this.known = rows;
  }

  close(): void {
    this.database.close();
  }

  private write(statement: Statement, values: readonly Value[]): readonly Row[] {
    this.events = [];
    const rows = statement.execute(values);
    const { events, recording } = this;
    recording?.next();
    for (const { table, rowid, operation } of events) {
      const changed = operation === 'update' ? (statement.plan.updates.get(table.table.name) ?? null) : null;
      const isChanged =
        operation === 'delete' ? table.forget(rowid, recording) : table.capture(rowid, changed, recording);
      if (isChanged) this.known = null;
    }
    for (const { table } of events) table.checkLimits(table.rows);
    statement.checkCount(rows);
    return rows;
  }

  private putBack(rows: Rows, changes: readonly Change[]): void {
    const tables = changes.map(({ table }) => must(this.tables.get(table), `table ${table}`));
    for (const table of tables) table.checkLimits(tableOf(rows, table.table.name));
    this.savepoint.open.run();
    this.gate.restoring = 1;
    const rowids: (number | null)[] = [];
    try {
      changes.forEach(({ key, before }, i) => {
        if (before !== null) tables[i]!.remove(key);
      });
      changes.forEach(({ key, after }, i) => {
        rowids.push(after === null ? null : tables[i]!.insert(key, after));
      });
    } catch (error) {
      this.savepoint.undo.run();
      throw explained(error, 'restore', this.catalog);
    } finally {
      this.gate.restoring = 0;
      this.savepoint.release.run();
    }
    changes.forEach(({ key }, i) => {
      const rowid = rowids[i] ?? null;
      if (rowid === null) tables[i]!.name(tables[i]!.rowidOf(key), null, null);
      else tables[i]!.name(rowid, key, null);
    });
  }

  private mustRecord(): Recording {
    if (this.recording === null) throw misuse('There is nothing recorded: begin() comes first.');
    return this.recording;
  }

  private mustNotPeek(): void {
    if (this.isPeeking) throw misuse('A peek only runs statements that read.');
  }
}

function misuse(message: string): ConvergeError {
  return new ConvergeError('definition', message);
}
