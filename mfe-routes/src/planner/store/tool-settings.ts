import type { TravelMode } from '@waymark/api-contract';
import { TRAVEL_MODES } from '@waymark/api-contract/limits';
import { track } from '@waymark/contract';
import { waypoints } from '@waymark/routes';
import { TRAVEL_MODE } from '../../shared/travel-modes.ts';
import type { OwnSpeeds } from '../../shared/pace.ts';
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
const MODE_KEY = 'waymark.planner_mode';
const SPEED_KEY = 'waymark.planner_speeds';
/** Metres a second that somebody could mean. */
const FASTEST = 60;

/** The travel mode used last, stored in this browser; on foot by default. */
export function lastTravelMode(): TravelMode {
  try {
    const mode = Number(localStorage.getItem(MODE_KEY) ?? 1);
    return TRAVEL_MODES.find((known) => known === mode) ?? 1;
  } catch {
    return 1;
  }
}

/** The speeds chosen last, stored in this browser. */
export function rememberedSpeeds(): OwnSpeeds {
  try {
    const stored = JSON.parse(localStorage.getItem(SPEED_KEY) ?? '{}') as Record<string, unknown>;
    const kinds = ['foot', 'run', 'ride', 'car'] as const;
    return Object.fromEntries(
      kinds.flatMap((kind) => {
        const speed = Number(stored[kind]);
        return speed > 0 && speed <= FASTEST ? [[kind, speed]] : [];
      }),
    );
  } catch {
    return {};
  }
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
      try {
        localStorage.setItem(MODE_KEY, String(mode));
      } catch {
        // The next visit starts on foot.
      }
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
      try {
        localStorage.setItem(SPEED_KEY, JSON.stringify(speeds));
      } catch {
        // The next visit estimates with the usual speed.
      }
    },
    dismissOffRoadHint: () => store.patch({ offRoad: 'known' }),
  };
}
