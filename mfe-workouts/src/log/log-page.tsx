import { workoutCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { navigate, notify, track } from '@waymark/contract';
import { useMeasurementSystem, usePageTitle, useSend, useSession } from '@waymark/remote';
import { Heading, Stack } from '@waymark/ui';
import { useState } from 'react';
import { AddTabs } from '../shared/add-tabs.tsx';
import { DRAFT_IDEMPOTENCY_KEY, keepDraft, keepLastStart, readDraft } from './draft.ts';
import { emptyLog, inputOf } from './log-values.ts';
import { sendPhotos } from './send-photos.ts';
import { useLogForm } from './use-log-form.ts';
import { useRouteOfAddress } from './use-route-of-address.ts';
import { WorkoutForm } from './workout-form.tsx';

/** Log Manually. What is typed survives a reload until it is saved. */
export default function LogPage() {
  const { t } = useLingui();
  usePageTitle(t`Log a workout`);
  const { user } = useSession();
  const system = useMeasurementSystem();
  const create = useSend(workoutCalls.create, { keyStorage: DRAFT_IDEMPOTENCY_KEY, keepKey: true });
  const [start] = useState(() => ({
    ...emptyLog(
      new Date(),
      user?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
      user?.default_privacy.workout ?? 0,
    ),
    ...readDraft(),
  }));
  const log = useLogForm(
    start,
    system,
    async (values, photos) => {
      const saved = await create.mutateAsync({ body: inputOf(values, system) });
      keepDraft(null);
      keepLastStart(values.time);
      await sendPhotos(saved.id, photos);
      track('workout_created', { source: 'manual', activity_type_id: saved.activity_type_id });
      notify({ kind: 'success', text: t`Your workout is in.` });
      navigate(`/workout/${saved.id}`);
    },
    { onChange: keepDraft },
  );
  useRouteOfAddress(log.setRoute);
  return (
    <Stack gap={6} maxW="880px" mx="auto" w="100%">
      <AddTabs current="create" />
      <Heading level={1}>
        <Trans>Log a workout</Trans>
      </Heading>
      <WorkoutForm
        log={log}
        action={<Trans>Save workout</Trans>}
        onCancel={() => {
          keepDraft(null);
          navigate('/dashboard');
        }}
      />
    </Stack>
  );
}
