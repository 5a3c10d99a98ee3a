import { SITE_ACTIVITY_ID } from '@waymark/activities';
import type { MessageDescriptor } from '@lingui/core';
import { getLocale } from '@waymark/contract';
import { createI18n } from '@waymark/i18n';
import {
  paceOf,
  EMPTY_PLAN,
  type History,
  newHistory,
  type Plan,
  planLine,
  record,
  waypoints,
} from '@waymark/routes';
import { courseFigures } from '../../shared/course-figures.ts';
import type { DraftAutosave } from '../draft/draft-keeper.ts';
import { elevationService, type HeightSource } from '../../shared/elevation-service.ts';
import { createLegRouter, type LegRouter } from '../legs/leg-router.ts';
import { formatLegProblem } from '../legs/leg-failure.ts';
import type { Base, Planner, PlannerState, RouteForm } from '../planner.ts';
import type { PlannerInternals } from './planner-internals.ts';
import { createEditRunner } from './edit-runner.ts';
import { createRoutedEdits } from './routed-edits.ts';
import { createElevationLoader, mapHistory } from './elevation-loader.ts';
import { createStore } from '@waymark/store';
import { isSameCourse } from './compare-plans.ts';
import { rememberedSpeeds } from '../../shared/estimated-time.ts';
import { createToolSettings } from './tool-settings.ts';
import { createSynchronousEdits } from './synchronous-edits.ts';
import { createStreetAvoidance } from './street-avoidance.ts';
import { avoidedStreets, watchAvoidedStreets } from '../legs/routing-preferences.ts';

export interface PlannerOptions {
  /** Where drawing goes on, for instance from a draft. */
  history?: History;
  form?: Partial<RouteForm>;
  /** What is on the server; an empty course and form without. */
  base?: Base;
  keeper?: DraftAutosave | null;
  router?: LegRouter;
  heights?: HeightSource;
  mode?: PlannerState['mode'];
  /** False when the browser keeps no drafts. */
  kept?: boolean;
  /** Puts a text into the member's language. */
  say?: (text: MessageDescriptor) => string;
}

const translator = () => {
  const i18n = createI18n(getLocale());
  return (text: MessageDescriptor) => i18n._(text);
};

export const EMPTY_FORM: RouteForm = {
  name: '',
  named: false,
  description: '',
  activityTypeId: SITE_ACTIVITY_ID,
  privacy: 0,
};

/** A name that is only suggested is nothing that somebody wrote. */
const sameForm = (now: RouteForm, saved: RouteForm) =>
  (Object.keys(now) as (keyof RouteForm)[]).every(
    (key) => now[key] === saved[key] || (key === 'name' && !now.named),
  );

/** Whether there is something to save. */
export const isUnsaved = (plan: Plan, form: RouteForm, base: Base): boolean =>
  !isSameCourse(plan, base.plan) || !sameForm(form, base.form);

/** A planner of one course. Without options it starts empty and asks the site's services. */
export function createPlanner(options: PlannerOptions = {}): Planner {
  const { keeper = null, router = createLegRouter(), heights = elevationService } = options;
  const say = options.say ?? translator();
  const form = { ...EMPTY_FORM, ...options.base?.form, ...options.form };
  const base = options.base ?? { plan: EMPTY_PLAN, form };
  let held = false;
  const history = options.history ?? newHistory(base.plan);
  const store = createStore<PlannerState>({
    history,
    plan: history.present,
    whole: planLine(history.present),
    preview: null,
    mode: options.mode ?? 1,
    tool: 'draw',
    routing: false,
    problem: null,
    offRoad: 'none',
    avoided: avoidedStreets(),
    speeds: rememberedSpeeds(),
    cursor: null,
    range: null,
    selected: null,
    form,
    base,
    unsaved: isUnsaved(history.present, form, base),
    kept: options.kept ?? true,
    elsewhere: false,
  });

  const keep = () =>
    keeper?.schedule(() => {
      const { history: steps, form: now, unsaved, base: on } = store.get();
      // What became a route has a page of its own.
      if (!unsaved && (on.id || steps.past.length + steps.future.length === 0)) return null;
      return { history: steps, form: now, base: on.plan, baseForm: on.form, baseAt: on.at, savedAs: on.id };
    });

  const show = (next: History) => {
    const plan = next.present;
    const { selected, form: now, base: on } = store.get();
    store.patch({
      history: next,
      plan,
      whole: planLine(plan),
      preview: null,
      problem: null,
      cursor: null,
      range: null,
      selected: selected !== null && selected < waypoints(plan).length ? selected : null,
      unsaved: isUnsaved(plan, now, on),
    });
    filler.ask(plan);
    keep();
  };

  const filler = createElevationLoader(heights, (fill) => {
    const { history: now, plan } = store.get();
    const next = mapHistory(now, fill);
    if (next.present === plan) return;
    store.patch({ history: next, plan: next.present, whole: planLine(next.present) });
    keep();
  });

  const commit = (plan: Plan) => show(record(store.get().history, plan));

  const runner = createEditRunner({
    router,
    plan: () => store.get().plan,
    commit,
    failed: ({ failure, ...rest }) =>
      store.patch({
        problem: {
          ...rest,
          text: formatLegProblem(failure.code, rest.from, rest.to, say),
          straightens: true,
        },
      }),
    straightens({ code }) {
      if (code !== 'no_coverage' && code !== 'too_far_from_road') return false;
      if (store.get().offRoad === 'none') store.patch({ offRoad: 'hint' });
      return true;
    },
    pending: (preview) => {
      const keeps = held && preview !== null;
      store.patch({
        routing: preview !== null,
        ...(!keeps && { preview }),
        ...(preview && { problem: null }),
      });
    },
  });

  const internals: PlannerInternals = {
    store,
    router,
    runner,
    translate: say,
    commit,
    showHistory: show,
    holdPreview: (isHeld) => (held = isHeld),
    setBase(on) {
      store.patch({ base: on, unsaved: isUnsaved(store.get().plan, store.get().form, on) });
      keep();
    },
    discardDraft() {
      keeper?.schedule(() => null);
      keeper?.flush();
    },
  };
  keeper?.onEditedInOtherTab(() => store.patch({ elsewhere: true }));
  keeper?.onStored((kept) => store.patch({ kept }));
  filler.ask(history.present);
  const unwatchStreets = watchAvoidedStreets(() => store.patch({ avoided: avoidedStreets() }));

  return {
    get: store.get,
    subscribe: store.subscribe,
    streets: router.streets,
    ...createRoutedEdits(internals),
    ...createSynchronousEdits(internals),
    ...createStreetAvoidance(internals),
    ...createToolSettings(internals, (now) => {
      store.patch({ form: now, unsaved: isUnsaved(store.get().plan, now, store.get().base) });
      keep();
    }),
    figures(range) {
      const { whole, plan, form: now, speeds } = store.get();
      const pace = paceOf(now.activityTypeId, plan.segments[0]?.travelMode ?? 1, speeds);
      return courseFigures(whole, pace, range);
    },
    destroy() {
      unwatchStreets();
      runner.cancel();
      filler.stop();
      keeper?.flush();
    },
  };
}
