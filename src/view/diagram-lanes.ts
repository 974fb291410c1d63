// Where the lanes stand. Equal kinds stand together under one label; a lane is as wide as its label asks,
// and gets some air where the words at the end of the rows have enough.

export interface LanePlace {
  readonly id: string;
  readonly x: number;
}

export interface LaneGroup {
  readonly kind: string;
  readonly lanes: readonly LanePlace[];
  /** The middle of its label. */
  readonly x: number;
}

export interface LaneGeometry {
  readonly groups: readonly LaneGroup[];
  /** The middle of each lane, by id. */
  readonly at: Readonly<Record<string, number>>;
  /** Where step numbers end, and lanes begin. */
  readonly gutter: number;
  /** Where the words begin. */
  readonly words: number;
  readonly hasLabels: boolean;
}

export interface StagedLane {
  readonly id: string;
  readonly kind: string;
  /** The label of its kind, for as many as there are on the stage. */
  readonly label: string;
}

const GUTTER = 38;
const NARROW_PITCH = 34;
const PITCH = 40;
const LABEL_GAP = 14;
const WORDS_GAP = 12;
const WORDS_MIN = 200;
/** With so much room for words, lanes get air. */
const WORDS_AMPLE = 360;
const AIR_MAX = 24;

export function placeLanes(lanes: readonly StagedLane[], width: number, isNarrow: boolean): LaneGeometry {
  const groups = groupsOf(lanes);
  const labelled = groups.map(({ label, ids }) =>
    Math.max(labelWidth(label) + LABEL_GAP, PITCH * ids.length),
  );
  const needed = labelled.reduce((sum, one) => sum + one, 0);
  const hasLabels = !isNarrow && width - GUTTER - needed - WORDS_GAP >= WORDS_MIN;
  const room = (width - GUTTER - needed - WORDS_GAP - WORDS_AMPLE) / Math.max(1, lanes.length);
  const air = hasLabels ? Math.max(0, Math.min(AIR_MAX, room)) : 0;
  let x = GUTTER;
  const placed = groups.map(({ kind, ids }, i): LaneGroup => {
    const cell = hasLabels ? labelled[i]! + air * ids.length : NARROW_PITCH * ids.length;
    const pitch = cell / ids.length;
    const left = x;
    x += cell;
    return {
      kind,
      x: Math.round(left + cell / 2),
      lanes: ids.map((id, place) => ({ id, x: Math.round(left + pitch * (place + 0.5)) })),
    };
  });
  const at = placed.flatMap((group) => group.lanes.map(({ id, x: middle }) => [id, middle] as const));
  return { groups: placed, at: Object.fromEntries(at), gutter: GUTTER, words: x + WORDS_GAP, hasLabels };
}

interface KindGroup {
  readonly kind: string;
  readonly label: string;
  readonly ids: readonly string[];
}

function groupsOf(lanes: readonly StagedLane[]): readonly KindGroup[] {
  const groups: (KindGroup & { ids: string[] })[] = [];
  for (const { id, kind, label } of lanes) {
    const last = groups.at(-1);
    if (last?.kind === kind) last.ids.push(id);
    else groups.push({ kind, label, ids: [id] });
  }
  return groups;
}

/** An estimate at 13 px, semibold; it only has to be large enough. */
function labelWidth(label: string): number {
  let width = 0;
  for (const letter of label) width += letter.charCodeAt(0) > 0x2e80 ? 13 : 7.2;
  return width;
}
