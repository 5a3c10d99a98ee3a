import type { Workout, WorkoutUpdate } from '@waymark/api-contract';
import { useQueryClient } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import { http, navigate, notify, publish } from '@waymark/contract';
import { useMeasurementSystem } from '@waymark/remote';
import { Heading, SkeletonText, Stack } from '@waymark/ui';
import { useState } from 'react';
import { usePageTitle } from '../shared/page-title.ts';
import { useWorkout } from '../shared/use-workout.ts';
import { WorkoutMissing } from '../shared/workout-missing.tsx';
import { inputOf, logOf } from './log-values.ts';
import { sendPhotos } from './send-photos.ts';
import { useLogForm } from './use-log-form.ts';
import { WorkoutForm } from './workout-form.tsx';

export default function EditPage() {
  const { t } = useLingui();
  usePageTitle(t`Edit workout`);
  const { data, error, refetch } = useWorkout();
  return (
    <Stack gap={6} maxW="880px" mx="auto" w="100%" pt={5}>
      <Heading level={1}>
        <Trans>Edit workout</Trans>
      </Heading>
      {error && <WorkoutMissing error={error} retry={() => void refetch()} />}
      {data ? <EditForm workout={data} /> : !error && <SkeletonText lines={8} />}
    </Stack>
  );
}

function EditForm({ workout }: { workout: Workout }) {
  const { t } = useLingui();
  const system = useMeasurementSystem();
  const queries = useQueryClient();
  const recorded = workout.has_time_series;
  const [start] = useState(() => logOf(workout, system));
  const log = useLogForm(start, system, async (values, photos) => {
    const { name, notes, activity_type_id, privacy, gear_id, route_id, ...figures } = inputOf(values, system);
    // The form shows minutes, and cannot tell the two hours apart that a clock shows twice: what was not changed stays.
    if (values.date === start.date && values.time === start.time)
      figures.start_datetime = workout.start_datetime;
    // A recording keeps its own figures, so only what can change is sent.
    const change: WorkoutUpdate = {
      name: name ?? '',
      notes,
      activity_type_id,
      privacy,
      gear_id,
      route_id,
      ...(recorded ? {} : figures),
    };
    const saved = await http.service('main').put<Workout>(`/workout/${workout.id}/`, change);
    await sendPhotos(saved.id, photos);
    await queries.invalidateQueries();
    publish('workout.saved', { id: saved.id });
    notify({ kind: 'success', text: t`Your changes are saved.` });
    navigate(`/workout/${workout.id}`);
  });
  return (
    <WorkoutForm
      log={log}
      recorded={recorded}
      action={<Trans>Save changes</Trans>}
      onCancel={() => navigate(`/workout/${workout.id}`)}
    />
  );
}
