import type { Workout } from '@waymark/api-contract';
import { workoutCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { navigate, notify } from '@waymark/contract';
import { useMeasurementSystem, usePageTitle, useSend } from '@waymark/remote';
import { Heading, SkeletonText, Stack } from '@waymark/ui';
import { useState } from 'react';
import { useWorkout, WorkoutMissing } from '../shared/use-workout.tsx';
import { changeOf, logOf } from './log-values.ts';
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
  const update = useSend(workoutCalls.update);
  const [start] = useState(() => logOf(workout, system));
  const log = useLogForm(
    start,
    system,
    async (values, photos) => {
      const { id } = workout;
      const change = changeOf(start, values, system);
      if (Object.keys(change).length > 0) await update.mutateAsync({ params: { id }, body: change });
      await sendPhotos(id, photos);
      notify({ kind: 'success', text: t`Your changes are saved.` });
      navigate(`/workout/${id}`);
    },
    { saved: true },
  );
  return (
    <WorkoutForm
      log={log}
      recorded={workout.has_time_series}
      action={<Trans>Save changes</Trans>}
      onCancel={() => navigate(`/workout/${workout.id}`)}
    />
  );
}
