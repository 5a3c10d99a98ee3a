import type { TravelMode } from '@waymark/api-contract';
import { routingCalls } from '@waymark/api-contract/client';
import { call, track } from '@waymark/contract';
import {
  costingOf,
  append,
  backToStart,
  type Change,
  complete,
  outAndBack,
  type Place,
  type Plan,
  prepend,
  removeWaypoint,
  reverse,
  setTravelMode,
  throughPlaces,
  waypoints,
} from '@waymark/routes';
import { rerouteWaypoint, detachWaypoint, rerouteThrough, DEFAULT_REACH_METERS } from './local-reroute.ts';
import { createDragSession } from './drag-session.ts';
import { segmentFromLeg } from '../legs/leg-segment.ts';
import { exclusionsNear } from '../legs/avoided-streets.ts';
import { encodePolyline } from '../../shared/encode-polyline.ts';
import { toLegFailure, formatRoundTripProblem } from '../legs/leg-failure.ts';
import type { Planner } from '../planner.ts';
import type { PlannerInternals } from './planner-internals.ts';
import { locateSegment, locateWaypoint } from './compare-plans.ts';

type Edits = Pick<
  Planner,
  | 'append'
  | 'prepend'
  | 'insert'
  | 'move'
  | 'remove'
  | 'setLegMode'
  | 'through'
  | 'reverse'
  | 'outAndBack'
  | 'backToStart'
  | 'closeLoop'
  | 'roundTrip'
  | 'edit'
  | 'startDrag'
>;

const trackPoint = (interaction: string) => track('route_point_interaction_performed', { interaction });
const trackControl = (name: string) => track('route_control_performed', { control: name });

/** Edits that need routing. */
export function createRoutedEdits(internals: PlannerInternals): Edits {
  const { store, runner, router, translate, commit, holdPreview } = internals;
  const plan = () => store.get().plan;
  const tool = () => store.get().mode;
  const to =
    <A>(where: (plan: Plan) => number, edit: (plan: Plan, index: number) => A) =>
    (now: Plan) => {
      const index = where(now);
      return index < 0 ? null : edit(now, index);
    };

  const closing = (mode: TravelMode) =>
    runner.run((now) => (now.segments.length > 0 ? backToStart(now, mode) : null));

  const askRoundTrip: Planner['roundTrip'] = async (request) => {
    const { place } = request;
    const points = waypoints(plan());
    const at = place ? 0 : (request.at ?? points.length - 1);
    const start = place ?? points[at];
    if (!start) return 'failed';
    runner.cancel();
    const before = plan();
    const travelMode = tool() || 1;
    const exclusions = exclusionsNear([start], request.length / 2);
    store.patch({ routing: true, problem: null });
    try {
      const { trip } = await call(routingCalls.roundTrip, {
        query: {
          ...start,
          length: Math.round(request.length),
          costing: costingOf(travelMode),
          heading: request.heading,
          seed: request.seed,
          ...(exclusions.length > 0 && {
            exclude_locations: encodePolyline(
              Float64Array.from(exclusions.flatMap(({ lat, lon }) => [lon, lat])),
            ),
          }),
        },
      });
      // The course was edited meanwhile: the answer is stale.
      if (waypoints(plan()).length !== waypoints(before).length) return 'failed';
      const legs = trip.legs.map((leg) => segmentFromLeg(leg, travelMode));
      const pieces = place ? [] : [...plan().segments];
      pieces.splice(at, 0, ...legs);
      commit(complete({ start, pieces }, []));
      return 'done';
    } catch (error) {
      const { code } = toLegFailure(error);
      store.patch({
        problem: {
          from: at,
          to: at,
          text: formatRoundTripProblem(code, translate),
          straightens: false,
          straight: async () => {},
          retry: async () => void (await askRoundTrip(request)),
        },
      });
      return 'failed';
    } finally {
      store.patch({ routing: runner.busy });
    }
  };

  return {
    append(place, mode = tool()) {
      trackPoint('add');
      return runner.run((now) => append(now, place, mode));
    },
    prepend(place, mode = tool()) {
      trackPoint('add_start');
      return runner.run((now) => prepend(now, place, mode));
    },
    insert(segment, place) {
      trackPoint('insert');
      const mode = tool();
      return runner.run(
        to(locateSegment(plan(), segment), (now, index) => rerouteThrough(now, index, place, mode)),
      );
    },
    move(waypoint, place) {
      trackPoint('move');
      const mode = tool();
      return runner.run(
        to(locateWaypoint(plan(), waypoint), (now, index) => rerouteWaypoint(now, index, place, mode)),
      );
    },
    remove(waypoint) {
      trackPoint('remove');
      const mode = tool();
      return runner.run(
        to(locateWaypoint(plan(), waypoint), (now, index) => removeWaypoint(now, index, mode)),
      );
    },
    setLegMode(segment, mode) {
      trackPoint('change_mode');
      return runner.run(to(locateSegment(plan(), segment), (now, index) => setTravelMode(now, index, mode)));
    },
    through(places, modes) {
      trackPoint('reorder');
      return runner.run((now) => throughPlaces(now, places, modes));
    },
    reverse() {
      trackControl('reverse');
      return runner.run((now) => (now.segments.length > 0 ? reverse(now) : null));
    },
    outAndBack() {
      trackControl('out_and_back');
      return runner.run((now) => (now.segments.length > 0 ? outAndBack(now) : null));
    },
    backToStart() {
      trackControl('back_to_start');
      return closing(tool());
    },
    closeLoop() {
      trackControl('close_loop');
      return closing(0);
    },
    roundTrip(request) {
      trackControl('round_trip');
      return askRoundTrip(request);
    },
    edit(name, change) {
      trackControl(name);
      return runner.run(change);
    },
    startDrag(grip, _place, reach = DEFAULT_REACH_METERS) {
      const before = plan();
      const mode = tool();
      const edit = 'waypoint' in grip ? moving(before, grip.waypoint) : bending(before, grip);
      return createDragSession({
        router,
        change: edit.preview,
        preview: (preview) => store.patch({ preview }),
        async finish(place) {
          trackPoint('waypoint' in grip ? 'move' : 'insert');
          holdPreview(true);
          await runner.run(edit.carryOut(place));
          holdPreview(false);
        },
      });

      function moving(from: Plan, waypoint: number) {
        const free = detachWaypoint(from, waypoint, reach);
        const where = locateWaypoint(from, waypoint);
        return {
          preview: (place: Place): Change => rerouteWaypoint(free.plan, free.waypoint, place, mode, reach),
          carryOut: (place: Place) =>
            to(where, (now, index) => rerouteWaypoint(now, index, place, mode, reach)),
        };
      }

      function bending(
        from: Plan,
        { segment, index, part }: { segment: number; index: number; part: number },
      ) {
        const inSegment = index - store.get().whole.starts[segment]! + Math.round(part);
        const where = locateSegment(from, segment);
        const at = { point: inSegment, reach };
        return {
          preview: (place: Place): Change => rerouteThrough(from, segment, place, mode, at),
          carryOut: (place: Place) => to(where, (now, found) => rerouteThrough(now, found, place, mode, at)),
        };
      }
    },
  };
}
