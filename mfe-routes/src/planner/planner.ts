import type { TravelMode } from '@waymark/api-contract';
import type { StreetNames } from '../shared/street-names.ts';
import type { CourseFigures } from '../shared/course-figures.ts';
import type {
  Change,
  History,
  OwnSpeeds,
  PaceKind,
  Place,
  Plan,
  PlanLine,
  RouteNote,
  Segment,
} from '@waymark/routes';

/** What the pointer does on the map. */
export type Tool = 'draw' | 'note' | 'split' | 'avoid';

/** A leg that could not be routed. The plan is as it was before. */
export interface LegProblem {
  /** Waypoint numbers on both sides, from 0. */
  from: number;
  to: number;
  /** A sentence: what is wrong. */
  text: string;
  /** False where a straight line would be no help: a round trip. */
  straightens: boolean;
  /** Draws the same edit with this leg straight. */
  straight: () => Promise<void>;
  /** Tries the same edit again, for a service that was down or slow. */
  retry: () => Promise<void>;
}

/** What will be saved with the course. */
export interface RouteForm {
  name: string;
  /** False as long as the name is only a suggestion ('{locality} Route'). */
  named: boolean;
  description: string;
  activityTypeId: number;
  privacy: 0 | 1 | 3 | 6;
}

/** What is saved on the server, or an empty course. */
export interface Base {
  plan: Plan;
  form: RouteForm;
  /** The server's time of its last change. */
  at?: string | undefined;
  /** The route that it became on this page, which was opened for a new one: the next save changes that one. */
  id?: number | undefined;
}

export interface PlannerState {
  history: History;
  /** `history.present`. */
  plan: Plan;
  /** The whole of `plan` in one piece; the same object as long as the plan is. */
  whole: PlanLine;
  /** While a point is dragged or legs are being routed: the course as it would be; null otherwise. */
  preview: Plan | null;
  /** Next leg. */
  mode: TravelMode;
  tool: Tool;
  /** An edit whose legs are being routed. */
  routing: boolean;
  problem: LegProblem | null;
  /** 'hint' after a first leg was drawn straight because no road is near; 'known' once that was read. */
  offRoad: 'none' | 'hint' | 'known';
  /** Streets that legs keep off, on all courses: lines along them, longitude and latitude in turns. */
  avoided: readonly Float64Array[];
  /** What times are estimated with, where the member chose it. */
  speeds: OwnSpeeds;
  /** Metres along the course under the pointer, of map or profile; null for nowhere. */
  cursor: number | null;
  /** The range dragged on the profile, metres along. */
  range: { from: number; to: number } | null;
  /** Number of the waypoint that keys and panels act on; null for none. */
  selected: number | null;
  /** What is saved with the course. */
  form: RouteForm;
  base: Base;
  /** Differs from what is saved on the server. */
  unsaved: boolean;
  /** The draft is kept in this browser. False when the browser refuses storage: the page says so. */
  kept: boolean;
  /** The same course is being drawn in another tab: the draft of the one that changes it last is kept. */
  elsewhere: boolean;
}

/**
 * All that can be done to a course; map, rail, keys, list and dialogs call the same. Edits with legs to route answer
 * when they are done; a newer edit or a step back drops an older one's answer. None of them rejects: what went wrong is
 * in `problem`, and the plan stays as it was.
 */
export interface Planner {
  get: () => PlannerState;
  subscribe: (listener: () => void) => () => void;

  /** Goes on to a place; `mode` for one leg only (straight with the modifier key). */
  append(place: Place, mode?: TravelMode): Promise<void>;
  prepend(place: Place, mode?: TravelMode): Promise<void>;
  insert(segment: number, place: Place): Promise<void>;
  move(waypoint: number, place: Place): Promise<void>;
  remove(waypoint: number): Promise<void>;
  setLegMode(segment: number, mode: TravelMode): Promise<void>;
  /** The list of waypoints in a new order or with others in it; `modes[i]` leads from place i to the next. */
  through(places: readonly Place[], modes: readonly TravelMode[]): Promise<void>;
  reverse(): Promise<void>;
  outAndBack(): Promise<void>;
  /** Routed in the tool's mode. */
  backToStart(): Promise<void>;
  /** Straight to the start. */
  closeLoop(): Promise<void>;
  /**
   * A round trip of about that length from the end of the course, from the waypoint `at`, or from `place` as a course
   * of its own, in the place of what is drawn.
   */
  roundTrip(options: {
    length: number;
    place?: Place;
    at?: number;
    heading?: number;
    seed?: number;
  }): Promise<'done' | 'failed'>;
  clear(): void;
  /** `point` counts from the segment's start. */
  split(segment: number, point: number): void;
  /** Joins a segment with the next one. */
  join(segment: number): void;
  /** Takes segments out and puts others there. */
  splice(at: number, remove: number, segments: readonly Segment[]): void;
  addNote(segment: number, note: RouteNote, atEnd: boolean): void;
  setNotes(segment: number, notes: readonly RouteNote[]): void;
  /** An edit of the model that only a tool loaded on demand knows; null changes nothing. */
  edit(control: string, change: (plan: Plan) => Change | null): Promise<void>;
  /** Puts a course in the place of the present one (a file, a workout, a saved route); one step of the history. */
  load(plan: Plan): void;
  undo(): void;
  redo(): void;

  /** Has legs keep off a street; those of the course that lead over it are routed again. A line, or one place on it. */
  avoidStreet(street: Float64Array): Promise<void>;
  /** Allows the n-th avoided street again, for legs drawn from now on. */
  allowStreet(street: number): void;
  allowAllStreets(): void;

  /** A drag on the map: begins at a waypoint, or at a place of a segment that becomes one (`index` of a point of `whole`). */
  startDrag(
    grip: { waypoint: number } | { segment: number; index: number; part: number },
    place: Place,
    /** Metres of a file's line to each side that may be routed anew; 300 without. */
    reach?: number,
  ): DragSession;

  setMode(mode: TravelMode): void;
  setTool(tool: Tool): void;
  setCursor(along: number | null): void;
  setRange(range: { from: number; to: number } | null): void;
  select(waypoint: number | null): void;
  setForm(form: Partial<RouteForm>): void;
  dismissProblem(): void;
  /** What the ends of routed legs are called. */
  readonly streets: StreetNames;
  dismissOffRoadHint: () => void;
  /** Estimates times of a kind with another speed on the flat; null with the usual one. */
  setSpeed: (kind: PaceKind, metersPerSecond: number | null) => void;

  figures(range?: { from: number; to: number } | null): CourseFigures;
  /** After a successful save. @returns whether that is all there is: what was drawn meanwhile stays a draft */
  saved(sent: Base): boolean;
  /** Begins anew with what is on the server; one step of the history. */
  begin(base: Base, plan: Plan, form: RouteForm): void;
  destroy(): void;
}

export interface DragSession {
  /** Where the pointer is: a preview of the two legs follows, debounced, stale answers dropped. */
  to(place: Place): void;
  /** Let go: one step of the history. On failure the point is put back and `problem` says why. */
  end(): Promise<void>;
  cancel(): void;
}
