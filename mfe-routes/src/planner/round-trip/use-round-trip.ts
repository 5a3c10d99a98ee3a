import { useLingui } from '@lingui/react/macro';
import { notify } from '@waymark/contract';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { type Place, planLength } from '@waymark/routes';
import { useRef, useState } from 'react';
import { formatDistanceText } from '../format-figures.ts';
import type { Planner } from '../planner.ts';
import { usePlanner } from '../store/use-planner.ts';

export interface RoundTripRequest {
  /** Metres. */
  length: number;
  /** Degrees; undefined for any. */
  heading: number | undefined;
  /** Where it begins, as a route of its own. */
  place: Place | undefined;
  /** Waypoint of the course at which it is put in; undefined for the last one. */
  at: number | undefined;
}

/** The round trip drawn last: the next one takes its place, also when the dialog was closed meanwhile. */
interface Drawn {
  /** Steps of the history with it. */
  steps: number;
  request: RoundTripRequest;
  seed: number;
}
const drawn = new WeakMap<Planner, Drawn>();

/** The round trip that was drawn last, as long as nothing was drawn after it. */
function lastOf(planner: Planner): Drawn | null {
  const { past, future } = planner.get().history;
  const last = drawn.get(planner);
  return last && past.length === last.steps && future.length === 0 ? last : null;
}

/** Draws round trips, one after the other until one pleases. */
export function useRoundTrip(planner: Planner, onDone: () => void) {
  const { t } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const [looking, setLooking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const again = usePlanner(planner, () => lastOf(planner) !== null);
  const busy = useRef(false);

  const draw = async (request: RoundTripRequest): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    setLooking(true);
    setProblem(null);
    const before = lastOf(planner);
    if (before) planner.undo();
    // Without the one that is taken back the course may be empty again.
    const drawnOn = planner.get().plan.start !== null;
    const place = request.place ?? (drawnOn ? undefined : before?.request.place);
    const length = place ? 0 : planLength(planner.get().plan);
    const seed = before ? before.seed + 1 : 0;
    const { length: wished, heading, at } = request;
    const outcome = await planner.roundTrip({
      length: wished,
      seed,
      ...(heading !== undefined && { heading }),
      ...(place && { place }),
      ...(at !== undefined && { at }),
    });
    busy.current = false;
    setLooking(false);
    if (outcome === 'failed') {
      const { problem: known } = planner.get();
      if (before) planner.redo();
      planner.dismissProblem();
      setProblem(known?.text ?? t`No round trip was found. Try another length or direction.`);
      return;
    }
    const { history, plan } = planner.get();
    drawn.set(planner, { steps: history.past.length, request: { ...request, place }, seed });
    const distance = formatDistanceText(planLength(plan) - length, system, locale);
    notify({
      kind: 'success',
      text: t`A round trip of ${distance} is drawn.`,
      action: { label: t`Try another one`, run: () => void draw(request) },
    });
    onDone();
  };

  return { draw, looking, problem, again };
}
