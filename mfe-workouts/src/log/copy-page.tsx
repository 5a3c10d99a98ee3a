import type { Workout } from '@waymark/api-contract';
import { workoutCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { ApiError, navigate, notify, track } from '@waymark/contract';
import { useMeasurementSystem, usePageTitle, useSend } from '@waymark/remote';
import { Heading, SkeletonText, Stack, Text } from '@waymark/ui';
import { useState } from 'react';
import { useWorkout, WorkoutMissing } from '../shared/use-workout.tsx';
import { inputOf, logOf } from './log-values.ts';
import { sendPhotos } from './send-photos.ts';
import { useLogForm } from './use-log-form.ts';
import { WorkoutForm } from './workout-form.tsx';

/** The same workout again, now: everything of the form is taken over, the recording is not. */
export default function CopyPage() {
  const { t } = useLingui();
  usePageTitle(t`Copy workout`);
  const { data, error, refetch } = useWorkout();
  return (
    <Stack gap={6} maxW="880px" mx="auto" w="100%" pt={5}>
      <Heading level={1}>
        <Trans>Copy workout</Trans>
      </Heading>
      {error && <WorkoutMissing error={error} retry={() => void refetch()} />}
      {data ? <CopyForm workout={data} /> : !error && <SkeletonText lines={8} />}
    </Stack>
  );
}

function CopyForm({ workout }: { workout: Workout }) {
  const { t } = useLingui();
  const system = useMeasurementSystem();
  const create = useSend(workoutCalls.create, { keepKey: true });
  const [start] = useState(() => logOf(workout, system, new Date()));
  const log = useLogForm(start, system, async (values, photos) => {
    try {
      const { id } = await create.mutateAsync({ body: inputOf(values, system) });
      await sendPhotos(id, photos);
      notify({ kind: 'success', text: t`Your copy is in.` });
      navigate(`/workout/${id}`);
    } catch (failure) {
      if (failure instanceof ApiError)
        track('workout_copy_failed', {
          status: failure.status,
          code: failure.code,
          message: failure.message,
        });
      throw failure;
    }
  });
  return (
    <>
      <Text muted>
        <Trans>A copy takes the figures of “{workout.name}”. Change what was different this time.</Trans>
      </Text>
      <WorkoutForm
        log={log}
        action={<Trans>Save copy</Trans>}
        onCancel={() => navigate(`/workout/${workout.id}`)}
      />
    </>
  );
}
