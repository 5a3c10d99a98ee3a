import type { Maneuver } from '@waymark/api-contract';
import { CLASSES, type ModeBit, type WayClass } from '../../osm/access.ts';
import type { Costs } from './costing.ts';
import type { Graph } from './graph.ts';
import { type Stretch, type Walk, waysAt } from './walk.ts';

/** Valhalla's numbers. */
const TYPE = {
  start: 1,
  destination: 4,
  becomes: 7,
  continue: 8,
  slightRight: 9,
  right: 10,
  sharpRight: 11,
  uTurnRight: 12,
  uTurnLeft: 13,
  sharpLeft: 14,
  left: 15,
  slightLeft: 16,
  roundabout: 26,
} as const;

const TURNS: readonly { below: number; right: [number, string]; left: [number, string] }[] = [
  { below: 60, right: [TYPE.slightRight, 'Bear right'], left: [TYPE.slightLeft, 'Bear left'] },
  { below: 120, right: [TYPE.right, 'Turn right'], left: [TYPE.left, 'Turn left'] },
  { below: 170, right: [TYPE.sharpRight, 'Turn sharp right'], left: [TYPE.sharpLeft, 'Turn sharp left'] },
  { below: 361, right: [TYPE.uTurnRight, 'Make a U-turn'], left: [TYPE.uTurnLeft, 'Make a U-turn'] },
];
/** Metres: a goal that is nearer to the last crossing lies at it, and nobody turns off there. */
const AT_THE_CROSSING = 10;
/** Degrees below which a way goes straight on. */
const STRAIGHT = 25;
const ORDINALS = ['1st', '2nd', '3rd', '4th', '5th', '6th', '7th', '8th', '9th'];
const WINDS = ['north', 'northeast', 'east', 'southeast', 'south', 'southwest', 'west', 'northwest'];

/** What a way without a name is called. */
const UNNAMED: Partial<Record<WayClass, string>> = {
  footway: 'the footway',
  path: 'the path',
  cycleway: 'the cycleway',
  track: 'the track',
  steps: 'the steps',
  bridleway: 'the bridleway',
  pedestrian: 'the pedestrian street',
  service: 'the service road',
};

const nameOf = (graph: Graph, { edge }: Stretch): string => graph.names[graph.nameOf[edge]!]!;
const called = (graph: Graph, stretch: Stretch): string =>
  nameOf(graph, stretch) || UNNAMED[CLASSES[graph.wayClass[stretch.edge]!]!] || 'the road';
const lengthOf = (stretches: readonly Stretch[]) => stretches.reduce((sum, one) => sum + one.length, 0);
const isRoundabout = (graph: Graph, { edge }: Stretch) => graph.roundabout[edge] === 1;

/** Degrees from north, of the line from one point to another. */
function heading({ lat, lng }: Walk, from: number, to: number): number {
  const shrink = Math.cos(((lat[from]! / 1e7) * Math.PI) / 180);
  const degrees = (Math.atan2((lng[to]! - lng[from]!) * shrink, lat[to]! - lat[from]!) * 180) / Math.PI;
  return (degrees + 360) % 360;
}

/** Degrees that the way turns at a point, right positive. */
function turnAt(walk: Walk, point: number): number {
  const before = heading(walk, point - 1, point);
  const after = heading(walk, point, point + 1);
  return ((after - before + 540) % 360) - 180;
}

interface Begun {
  type: number;
  instruction: string;
  from: number;
}

/**
 * Turn instructions for a way. One is given where the name changes, or where one turns off at a crossing; bends of
 * a road are none.
 */
export function maneuversOf(graph: Graph, walk: Walk, { mode, secondsPerMeter }: Costs): Maneuver[] {
  const { stretches } = walk;
  const begun: Begun[] = [];
  for (const [i, stretch] of stretches.entries()) {
    const before = stretches[i - 1];
    const said = before ? turnOnto(graph, walk, before, stretch, i, mode) : setOff(graph, walk, stretch);
    if (said) begun.push({ ...said, from: i });
  }
  const last = begun.length > 1 ? stretches.slice(begun.at(-1)!.from) : [];
  if (last.length > 0 && lengthOf(last) < AT_THE_CROSSING) begun.pop();
  const maneuvers = begun.map(({ type, instruction, from }, i): Maneuver => {
    const covered = stretches.slice(from, begun[i + 1]?.from);
    const length = lengthOf(covered);
    const time = covered.reduce(
      (sum, one) => sum + one.length * secondsPerMeter[graph.wayClass[one.edge]!]!,
      0,
    );
    const name = nameOf(graph, covered.findLast((one) => one.length >= AT_THE_CROSSING) ?? covered.at(-1)!);
    const maneuver: Maneuver = {
      type,
      instruction,
      length: Math.round(length) / 1000,
      time: Math.round(time * 10) / 10,
      begin_shape_index: covered[0]!.begin,
      end_shape_index: covered.at(-1)!.end,
    };
    if (name) maneuver.street_names = [name];
    return maneuver;
  });
  const end = walk.lat.length - 1;
  maneuvers.push({
    type: TYPE.destination,
    instruction: 'You have arrived.',
    length: 0,
    time: 0,
    begin_shape_index: end,
    end_shape_index: end,
  });
  return maneuvers;
}

function setOff(graph: Graph, walk: Walk, stretch: Stretch): Omit<Begun, 'from'> {
  const wind = WINDS[Math.round(heading(walk, 0, Math.min(1, walk.lat.length - 1)) / 45) % 8]!;
  return { type: TYPE.start, instruction: `Go ${wind} on ${called(graph, stretch)}.` };
}

function turnOnto(
  graph: Graph,
  walk: Walk,
  before: Stretch,
  stretch: Stretch,
  index: number,
  mode: ModeBit,
): Omit<Begun, 'from'> | null {
  if (isRoundabout(graph, stretch))
    return isRoundabout(graph, before) ? null : enterRoundabout(graph, walk, index, mode);
  // Said when the roundabout was entered.
  if (isRoundabout(graph, before)) return null;
  if (stretch.begin === 0 || stretch.begin >= walk.lat.length - 1) return null;
  const turn = turnAt(walk, stretch.begin);
  const size = Math.abs(turn);
  const sameName = graph.nameOf[before.edge] === graph.nameOf[stretch.edge];
  const choices = waysAt(graph, before, mode);
  if (size < STRAIGHT) {
    if (sameName || nameOf(graph, stretch) === '') return null;
    return { type: TYPE.becomes, instruction: `Go straight on, onto ${called(graph, stretch)}.` };
  }
  if (choices <= 2 && sameName) return null;
  const words = TURNS.find(({ below }) => size < below)!;
  const [type, text] = turn > 0 ? words.right : words.left;
  const onto =
    sameName && nameOf(graph, stretch) !== ''
      ? `to stay on ${called(graph, stretch)}`
      : `onto ${called(graph, stretch)}`;
  return { type, instruction: `${text} ${onto}.` };
}

/** Exits are counted where one could leave; the last one is taken. */
function enterRoundabout(graph: Graph, walk: Walk, index: number, mode: ModeBit): Omit<Begun, 'from'> {
  let exits = 0;
  let i = index;
  for (; i < walk.stretches.length && isRoundabout(graph, walk.stretches[i]!); i++)
    if (waysAt(graph, walk.stretches[i]!, mode) > 2) exits++;
  const exit = walk.stretches[i];
  const which = ORDINALS[Math.max(1, exits) - 1] ?? `${exits}th`;
  return {
    type: TYPE.roundabout,
    instruction: exit
      ? `Enter the roundabout and take the ${which} exit onto ${called(graph, exit)}.`
      : 'Enter the roundabout.',
  };
}
