import { useLingui } from '@lingui/react/macro';
import { ApiError, navigate, notify, track } from '@waymark/contract';
import { useFailureText } from '@waymark/remote';
import { createStore, type Store, useStore } from '@waymark/store';
import { useEffect } from 'react';
import type { Planner } from '../planner.ts';
import { usePlanner } from '../store/use-planner.ts';
import { findMissingPart, sendRoute, type Task } from './send-route.ts';

const EVENTS = { create: 'route_created', edit: 'route_updated', copy: 'route_copied' } as const;

export type SaveField = 'name' | 'description' | 'activity_type_id' | 'privacy';
const FIELDS: ReadonlySet<string> = new Set<SaveField>([
  'name',
  'description',
  'activity_type_id',
  'privacy',
]);

export interface SaveProblem {
  /** For the whole form. */
  text: string;
  fields: Partial<Record<SaveField, string>>;
  /** It may well work the next time. */
  again: boolean;
  /** All that is wrong: as soon as there is a name, nothing is. */
  unnamed?: boolean;
  /** A leg was not drawn; the map says so too, until it is drawn or given up. */
  leg?: boolean;
}

interface SaveState {
  saving: boolean;
  problem: SaveProblem | null;
}
const states = new WeakMap<Planner, Store<SaveState>>();

/** A save goes on while the panel is closed; opened again, it shows how far that is. */
function saveState(planner: Planner): Store<SaveState> {
  let state = states.get(planner);
  if (!state) states.set(planner, (state = createStore<SaveState>({ saving: false, problem: null })));
  return state;
}

/** Saving, and what came of it. Whatever goes wrong, the course and the form stay as they are. */
export function useSave(planner: Planner, task: Task) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const state = saveState(planner);
  const { saving, problem: lastProblem } = useStore(state);
  const setProblem = (problem: SaveProblem | null) => state.patch({ problem });
  const nameless = usePlanner(planner, ({ form }) => form.name.trim() === '');
  const drawn = usePlanner(planner, (now) => now.problem === null);
  const problem = (lastProblem?.unnamed && !nameless) || (lastProblem?.leg && drawn) ? null : lastProblem;
  useEffect(() => () => void (state.get().saving || state.patch({ problem: null })), [state]);

  const lacks = {
    empty: t`There is nothing to save yet. A route needs points: draw it on the map or add places to the list.`,
    one_point: t`A route needs at least two points. Add an end point, then save it.`,
    too_many_points: t`This route has more than 100,000 points. Remove a section and try again.`,
  };

  const problemOf = (failure: unknown): SaveProblem => {
    const error = failure instanceof ApiError ? failure : null;
    const fields: SaveProblem['fields'] = {};
    let others = '';
    for (const [name, [text = '']] of Object.entries(error?.diagnostics ?? {})) {
      if (FIELDS.has(name)) fields[name as SaveField] = text;
      else others ||= text;
    }
    if (error?.status === 401)
      return {
        text: t`You are signed out. Your route is kept in this browser: log in and save it again.`,
        fields: {},
        again: true,
      };
    if (Object.keys(fields).length > 0 || others)
      return {
        text: others || t`Check the marked fields. Your route is still here.`,
        fields,
        again: false,
      };
    return {
      text: failureText(failure),
      fields: {},
      again: true,
    };
  };

  const save = async () => {
    if (state.get().saving) return;
    const lack = findMissingPart(planner);
    if (lack) return setProblem({ text: lacks[lack], fields: {}, again: false });
    if (planner.get().form.name.trim() === '')
      return setProblem({
        text: t`Your route has no name yet.`,
        fields: { name: t`Give the route a name.` },
        again: false,
        unnamed: true,
      });
    state.patch({ saving: true, problem: null });
    try {
      const sent = await sendRoute(planner, task);
      if (!sent) {
        const leg = planner.get().problem!.text;
        return setProblem({
          text: t`${leg} Your route is not saved yet.`,
          fields: {},
          again: true,
          leg: true,
        });
      }
      const { route: saved, done } = sent;
      const { plan, form } = planner.get().base;
      track(EVENTS[task.kind], {
        route_id: saved.id,
        distance: Math.round(saved.distance),
        activity_type_id: saved.activity_type_id,
        points: plan.segments.length + 1,
        privacy: form.privacy,
      });
      notify({
        kind: 'success',
        text: done
          ? t`“${saved.name}” is saved.`
          : t`“${saved.name}” is saved as it was. What you changed since is still here: save it too.`,
      });
      if (done) navigate(`/routes/view/${saved.id}`);
    } catch (failure) {
      setProblem(problemOf(failure));
    } finally {
      state.patch({ saving: false });
    }
  };

  /** A field that is mended is no longer refused. */
  const mend = (field: SaveField) => {
    if (!problem?.fields[field]) return;
    const { [field]: _, ...fields } = problem.fields;
    setProblem(Object.keys(fields).length > 0 ? { ...problem, fields } : null);
  };
  return { save, saving, problem, mend };
}
