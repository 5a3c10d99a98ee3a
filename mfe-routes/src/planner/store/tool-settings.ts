import type { TravelMode } from '@waymark/api-contract';
import { readLocal, writeLocal } from '@waymark/api-contract/browser-storage';
import { TRAVEL_MODES } from '@waymark/api-contract/limits';
import { track } from '@waymark/contract';
import { waypoints } from '@waymark/routes';
import { TRAVEL_MODE } from '../../shared/travel-modes.ts';
import type { Planner, RouteForm } from '../planner.ts';
import type { PlannerInternals } from './planner-internals.ts';

type Settings = Pick<
  Planner,
  | 'setMode'
  | 'setTool'
  | 'setCursor'
  | 'setRange'
  | 'select'
  | 'setForm'
  | 'dismissProblem'
  | 'dismissOffRoadHint'
  | 'setSpeed'
>;

/** Milliseconds between two cursor updates, from the specification. */
const CURSOR_MS = 50;

/** The travel mode used last, stored in this browser; on foot by default. */
export function lastTravelMode(): TravelMode {
  const stored = Number(readLocal('waymark.planner_mode') ?? 1);
  return TRAVEL_MODES.find((mode) => mode === stored) ?? 1;
}

/** Tool, travel mode, cursor and selection; none of them is a step of the undo history. */
export function createToolSettings(
  { store }: PlannerInternals,
  setForm: (form: RouteForm) => void,
): Settings {
  let cursorAt = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const point = (cursor: number | null) => {
    cursorAt = performance.now();
    timer = undefined;
    store.patch({ cursor });
  };
  return {
    setMode(mode) {
      if (mode !== store.get().mode)
        track('route_control_performed', { control: `mode_${TRAVEL_MODE[mode].name}` });
      store.patch({ mode });
      writeLocal('waymark.planner_mode', String(mode));
    },
    setTool(tool) {
      if (tool !== store.get().tool) track('route_control_performed', { control: `tool_${tool}` });
      store.patch({ tool });
    },
    setCursor(along) {
      clearTimeout(timer);
      const wait = cursorAt + CURSOR_MS - performance.now();
      if (along === null || wait <= 0) point(along);
      else timer = setTimeout(() => point(along), wait);
    },
    setRange: (range) => store.patch({ range }),
    select(waypoint) {
      const n = waypoints(store.get().plan).length;
      store.patch({ selected: waypoint !== null && waypoint >= 0 && waypoint < n ? waypoint : null });
    },
    setForm: (form) => setForm({ ...store.get().form, ...form }),
    dismissProblem: () => store.patch({ problem: null }),
    setSpeed(kind, speed) {
      const { [kind]: _, ...others } = store.get().speeds;
      const speeds = speed === null ? others : { ...others, [kind]: speed };
      store.patch({ speeds });
      writeLocal('waymark.planner_speeds', JSON.stringify(speeds));
    },
    dismissOffRoadHint: () => store.patch({ offRoad: 'known' }),
  };
}
