import type { RouteSummary } from '@waymark/api-contract';
import { useLingui } from '@lingui/react/macro';
import { ApiError, call } from '@waymark/contract';
import { useSession, callQuery } from '@waymark/remote';
import { EMPTY_PLAN, newHistory, type Plan } from '@waymark/routes';
import { useEffect, useEffectEvent, useState } from 'react';
import {
  type FoundDraft,
  type InstantPlanner,
  forgetInstantPlanner,
  instantPlanner,
} from './instant-planner/handover.ts';
import { createDraftAutosave, draftKey } from './draft/draft-keeper.ts';
import { baseOf } from './draft/draft-store.ts';
import type { Base, Planner, RouteForm } from './planner.ts';
import { createPlanner, EMPTY_FORM, isUnsaved } from './store/create-planner.ts';
import { isSameCourse } from './store/compare-plans.ts';
import { lastTravelMode } from './store/tool-settings.ts';
import { routeCalls } from '@waymark/api-contract/client';
import { useQuery } from '@tanstack/react-query';

export type Task = 'create' | 'edit' | 'copy';

export interface OpenedPlanner {
  /** Null until draft and route are there. */
  planner: Planner | null;
  /** The map that it was drawn on before the page was there. */
  ahead: InstantPlanner | null;
  /** What was drawn before was found again. */
  restored: boolean;
  /** The route was changed elsewhere since that was drawn. */
  changed: boolean;
  error: ApiError | null;
  retry: () => void;
  /** The route of another member, which can be copied but not changed. */
  foreign: RouteSummary | null;
  /** Begins anew: with an empty course, or with what is saved. One step of the history. */
  startAgain: () => void;
}

/** Looks for a draft; the planner waits for it, so that nothing drawn is ever put in its place. */
function useDraft(key: string | null): FoundDraft | null {
  const [found, setFound] = useState<FoundDraft | null>(() => instantPlanner(key)?.found ?? null);
  useEffect(() => {
    if (!key) return undefined;
    let over = false;
    const ahead = instantPlanner(key)?.found;
    const keeper = ahead?.keeper ?? createDraftAutosave(key);
    if (!ahead)
      keeper.read().then(
        (draft) => over || setFound({ key, keeper, draft, isStorageRefused: false }),
        () => over || setFound({ key, keeper, draft: null, isStorageRefused: true }),
      );
    return () => {
      over = true;
      keeper.stop();
      forgetInstantPlanner();
      setFound(null);
    };
  }, [key]);
  return found;
}

/** The planner of a page's task: with what is on the server, and what was drawn before. */
export function useOpenedPlanner(task: Task, routeId: string | undefined): OpenedPlanner {
  const { t, i18n } = useLingui();
  const { userId, user, userError } = useSession();
  const key = userId === null ? null : draftKey(userId, task, routeId);
  const found = useDraft(key);
  const route = useSavedCourse(routeId, task !== 'create');
  // What was read of it before may be older than its last save.
  const saved = route.isFetchedAfterMount ? route.data : undefined;
  const data = saved?.route;
  const [planner, setPlanner] = useState<Planner | null>(() => instantPlanner(key)?.planner ?? null);
  const foreign = task === 'edit' && data && !data.can.edit ? data : null;
  const fresh: RouteForm = {
    ...EMPTY_FORM,
    ...(user && { privacy: user.default_privacy.route }),
  };
  const copyName = data ? t`Copy of ${data.name}` : '';
  const start = (): { base: Base; plan: Plan; form: RouteForm } | null => {
    const empty = { plan: EMPTY_PLAN, form: fresh, at: data?.date_updated };
    if (task === 'create') return { base: empty, ...empty };
    if (!saved || !data || foreign) return null;
    const { plan } = saved;
    const form: RouteForm = {
      name: task === 'copy' ? copyName : data.name,
      named: true,
      description: data.description,
      activityTypeId: data.activity_type_id,
      privacy: task === 'copy' ? fresh.privacy : data.privacy,
    };
    return { base: task === 'copy' ? empty : { ...empty, plan, form }, plan, form };
  };
  const known = task === 'create' ? user !== null || userError : data !== undefined && !foreign;
  const kept = found?.key === key ? found.draft : null;
  const base = kept && baseOf(kept);
  const dirty = base !== null && isUnsaved(kept!.history.present, kept!.form, base);
  const drawn =
    dirty && kept!.history.present.start !== null && !isSameCourse(kept!.history.present, base.plan);
  // Saving sets another base.
  const newer = !!base && !!data && data.date_updated > (planner?.get().base ?? base).at!;
  // With nothing unsaved in it, it is of use only as long as the route is the same.
  const draft = dirty || (known && !newer) ? kept : null;
  const ready = found?.key === key && (draft !== null || known);

  const make = useEffectEvent((found: FoundDraft): Planner => {
    const ahead = instantPlanner(found.key);
    if (ahead) return ahead.planner;
    const say = i18n._.bind(i18n);
    const shared = { keeper: found.isStorageRefused ? null : found.keeper, mode: lastTravelMode(), say };
    if (draft) {
      const { history, form } = draft;
      return createPlanner({ ...shared, history, form, base: base! });
    }
    const { plan, ...rest } = start()!;
    return createPlanner({ ...shared, ...rest, history: newHistory(plan), kept: !found.isStorageRefused });
  });
  // Made once for each task: what the route is on the server later changes nothing of what is drawn.
  useEffect(() => {
    if (!ready || !found) return undefined;
    const made = make(found);
    // oxlint-disable-next-line react/set-state-in-effect -- it is made here because it has to be ended here
    setPlanner(made);
    return () => {
      made.destroy();
      setPlanner(null);
    };
  }, [ready, found]);

  return {
    planner,
    ahead: instantPlanner(key),
    // What can be begun again with is on its way.
    restored: (drawn || (dirty && newer)) && (known || foreign !== null || route.isError),
    changed: newer,
    error: draft ? null : route.error,
    retry: () => void route.refetch(),
    foreign,
    startAgain() {
      if (!planner || !base) return;
      const { base: from, plan, form } = start() ?? { base, ...base };
      planner.begin(from, plan, form);
    },
  };
}

interface SavedCourse {
  route: RouteSummary;
  plan: Plan;
}

async function ask(id: number, signal: AbortSignal): Promise<SavedCourse> {
  const [body, unpacking] = await Promise.all([
    call(routeCalls.packed, { params: { id }, signal }),
    import(
      /* webpackChunkName: "planner-notices", webpackExports: ["unpackRoute"] */ '@waymark/routes'
    ).catch(() => null),
  ]);
  try {
    return unpacking!.unpackRoute(body);
  } catch {
    // One of them was cut short on its way: another try may do.
    throw new ApiError(0, '', null);
  }
}

/** A route on the server, with its course ready to be drawn on; always as it is now. */
function useSavedCourse(routeId: string | undefined, wanted: boolean) {
  const known = useSession().status !== 'loading';
  const id = Number(routeId);
  return useQuery<SavedCourse, ApiError>({
    ...callQuery(routeCalls.packed, { params: { id } }),
    queryFn: ({ signal }) => ask(id, signal),
    enabled: known && wanted,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    structuralSharing: false,
  });
}
