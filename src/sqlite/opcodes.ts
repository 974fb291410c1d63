// What each opcode of SQLite's virtual machine does to registers and to the order of execution, as far as
// ordinary statements use it (vdbe.c of SQLite 3.54). A program with any other opcode is not understood,
// and then everything that it opens counts as read.

export interface Operation {
  readonly opcode: string;
  readonly p1: number;
  readonly p2: number;
  readonly p3: number;
  readonly p4: string | number | null;
  readonly p5: number;
}

/** Which operand names the register that it writes: 1, 2 or 3; 0 for none. */
type Output = 0 | 1 | 2 | 3;

interface Effect {
  readonly output: Output;
  readonly jumps: boolean;
}

const EFFECTS = new Map<string, Effect>();

function declare(output: Output, jumps: boolean, opcodes: string): void {
  for (const opcode of opcodes.split(' ')) EFFECTS.set(opcode, { output, jumps });
}

declare(
  0,
  false,
  'Halt HaltIfNull ResultRow FkCheck FkCounter Noop Explain Trace Transaction TableLock Expire',
);
declare(
  0,
  false,
  'OpenRead OpenWrite ReopenIdx OpenDup OpenAutoindex OpenEphemeral SorterOpen OpenPseudo VOpen',
);
declare(
  0,
  false,
  'Close ColumnsUsed SeekHit SeekEnd Compare Permutation Insert Delete RowCell ResetCount NullRow',
);
declare(
  0,
  false,
  'SorterInsert IdxInsert IdxDelete DeferredSeek FinishSeek ResetSorter CursorHint Abortable',
);
declare(0, false, 'ReleaseReg CursorLock CursorUnlock Affinity TypeCheck Return EndCoroutine');
declare(1, false, 'AddImm RealAffinity Cast SoftNull AggFinal ClrSubtype RowSetAdd CollSeq MemMax FilterAdd');
declare(
  2,
  false,
  'Integer Int64 Real String8 String Null BeginSubrtn Blob Variable Param Move Copy SCopy IntCopy',
);
declare(2, false, 'IsTrue Not BitNot ZeroOrNull Count ReadCookie Sequence NewRowid Rowid IdxRowid RowData');
declare(2, false, 'SorterData OffsetLimit GetSubtype SetSubtype');
declare(
  3,
  false,
  'Concat Add Subtract Multiply Divide Remainder BitAnd BitOr ShiftLeft ShiftRight And Or Column',
);
declare(3, false, 'VColumn MakeRecord PureFunc Function AggStep AggStep1 AggInverse AggValue');
declare(
  0,
  true,
  'Init Goto Jump Eq Ne Lt Le Gt Ge ElseEq Once If IfNot IsNull IsType NotNull IfNotOpen IfNoHope',
);
declare(
  0,
  true,
  'SeekLT SeekLE SeekGE SeekGT SeekScan NoConflict NotFound Found SeekRowid NotExists Last Rewind',
);
declare(
  0,
  true,
  'IfSizeBetween SorterSort Sort IfEmpty SorterNext Prev Next IdxLE IdxGT IdxLT IdxGE SorterCompare',
);
declare(0, true, 'SequenceTest FkIfZero VFilter VNext Filter');
declare(1, true, 'Gosub InitCoroutine Yield MustBeInt RowSetTest IfPos IfNotZero DecrJumpZero');
declare(3, true, 'IfNullRow RowSetRead Program');

/** The bit of P5 by which P2 is a register and not a page. */
const ROOT_IS_REGISTER = 0x10;

export function isUnderstood({ opcode, p3, p5 }: Operation): boolean {
  const opens = opcode === 'OpenRead' || opcode === 'OpenWrite' || opcode === 'ReopenIdx';
  return EFFECTS.has(opcode) && !(opens && (p3 !== 0 || (p5 & ROOT_IS_REGISTER) !== 0));
}

/**
 * Whether an operation gives a register another value. Affinity and TypeCheck do so in place.
 */
export function writes(operation: Operation, register: number): boolean {
  const { opcode, p1, p2, p3 } = operation;
  const within = (first: number, count: number): boolean => register >= first && register < first + count;
  switch (opcode) {
    case 'Null':
      return within(p2, Math.max(1, p3 - p2 + 1));
    case 'Copy':
      return within(p2, p3 + 1);
    case 'Move':
      return within(p1, p3) || within(p2, p3);
    case 'Affinity':
    case 'TypeCheck':
      return within(p1, p2);
    case 'CollSeq':
      return p1 !== 0 && register === p1;
    default: {
      const output = EFFECTS.get(opcode)?.output ?? 0;
      return output !== 0 && register === [p1, p2, p3][output - 1];
    }
  }
}

export const SEEKS = ['SeekGE', 'SeekGT', 'SeekLE', 'SeekLT'];
export const SCANS = [...SEEKS, 'Rewind', 'Last'];
export const POINTS = ['NotFound', 'Found', 'NoConflict'];
export const BY_ROWID = ['SeekRowid', 'NotExists'];
const PLACEMENTS = new Set([...SCANS, ...POINTS, ...BY_ROWID, 'NullRow']);

/** Whether an operation puts a cursor somewhere; going on to the next entry does not count. */
export function places({ opcode, p1, p3 }: Operation, cursor: number): boolean {
  return opcode === 'DeferredSeek' ? p3 === cursor : p1 === cursor && PLACEMENTS.has(opcode);
}

/** The addresses at which execution may go on; more than there are is sound, fewer is not. */
export function successors(operations: readonly Operation[], address: number): readonly number[] {
  const { opcode, p1, p2, p3 } = operations[address]!;
  const next = address + 1;
  switch (opcode) {
    case 'Halt':
      return [];
    case 'Goto':
    case 'Gosub':
      return [p2];
    case 'Init':
    case 'InitCoroutine':
      return [p2 > 0 ? p2 : next];
    case 'Jump':
      return [p1, p2, p3];
    case 'Return':
      return [...(p3 > 0 ? [next] : []), ...after(operations, 'Gosub', p1)];
    case 'Yield':
    case 'EndCoroutine':
      return [next, p2, ...after(operations, 'Yield', p1), ...exits(operations, p1)];
    default:
      return EFFECTS.get(opcode)?.jumps === true && p2 > 0 ? [next, p2] : [next];
  }
}

function after(operations: readonly Operation[], opcode: string, register: number): readonly number[] {
  return operations.flatMap((one, i) => (one.opcode === opcode && one.p1 === register ? [i + 1] : []));
}

/** Where a coroutine begins, and where its callers go on when it ends. */
function exits(operations: readonly Operation[], register: number): readonly number[] {
  return operations.flatMap(({ opcode, p1, p2, p3 }) => {
    if (p1 !== register) return [];
    return opcode === 'InitCoroutine' ? [p3] : opcode === 'Yield' ? [p2] : [];
  });
}
