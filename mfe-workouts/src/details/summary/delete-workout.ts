import type { StoryList, Workout } from '@waymark/api-contract';
import { storyCalls, workoutCalls } from '@waymark/api-contract/client';
import type { Query, QueryClient } from '@tanstack/react-query';
import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { announceChange, call, navigate, notify } from '@waymark/contract';
import { failureTextIn, callKey, createIdempotencyKey } from '@waymark/remote';

type Deleted = Pick<Workout, 'id' | 'name' | 'parent_id'>;

/** Deletes a workout, leaves its page and offers to undo it. @throws ApiError when it is still there */
export async function deleteWorkout(workout: Deleted, queries: QueryClient, i18n: I18n): Promise<void> {
  const { id, name, parent_id } = workout;
  await call(workoutCalls.remove, { params: { id }, announce: false });
  // Away first: this page must not ask for what is gone.
  navigate(parent_id === null ? '/dashboard' : `/workout/${parent_id}`, { replace: true });
  // Its weather, edits and the like are asked for by its id too, its comments by that of its story.
  const ofWorkout = callKey(storyCalls.list, { query: { object_type: 'workout', object_id: id } });
  const stories = queries.getQueryData<StoryList>(ofWorkout)?._embedded.stories ?? [];
  const ids = [id, ...stories.map((story) => story.id)].map(String);
  const isAboutIt = ({ queryKey }: Query) => {
    const key = JSON.stringify(queryKey);
    return ids.some((one) => key.includes(one));
  };
  queries.removeQueries({ predicate: isAboutIt });
  announceChange(['workouts']);
  notify({
    kind: 'success',
    text: i18n._(msg`“${name}” is deleted.`),
    action: {
      label: i18n._(msg`Undo`),
      run: () => void restore(workout, i18n, createIdempotencyKey().keyFor(id)),
    },
  });
}

/** @param idempotencyKey the same until the workout is back: it may be, although the answer was lost */
async function restore(workout: Deleted, i18n: I18n, idempotencyKey: string): Promise<void> {
  const { id, name } = workout;
  try {
    await call(workoutCalls.restore, { params: { id }, idempotencyKey });
    navigate(`/workout/${id}`);
    notify({ kind: 'success', text: i18n._(msg`“${name}” is back.`) });
  } catch (error) {
    const trouble = msg`“${name}” couldn’t be restored right now. You can try for 24 hours.`;
    notify({
      kind: 'error',
      text: failureTextIn(i18n, error, i18n._(trouble)),
      action: { label: i18n._(msg`Try again`), run: () => void restore(workout, i18n, idempotencyKey) },
    });
  }
}
