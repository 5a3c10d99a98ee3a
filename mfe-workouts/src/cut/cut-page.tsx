import type { Workout, WorkoutSummary } from '@waymark/api-contract';
import { editCalls } from '@waymark/api-contract/client';
import { call } from '@waymark/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { AppLink, usePageTitle } from '@waymark/remote';
import type { Streams } from '@waymark/streams';
import {
  ArrowLeftIcon,
  Box,
  Button,
  EmptyState,
  Flex,
  FormError,
  Heading,
  SegmentedControl,
  Skeleton,
  Stack,
} from '@waymark/ui';
import { lazy, Suspense, useState } from 'react';
import { useRecording, RecordingFailed } from '../details/recording/use-recording.tsx';
import { useWorkout, WorkoutMissing } from '../shared/use-workout.tsx';
import { CutPanel } from './cut-panel.tsx';
import { keepDraft, readDraft } from './draft.ts';
import {
  isPossible,
  keepOf,
  madeOf,
  type Mode,
  type Selection,
  splitsOf,
  startSelection,
} from './selection.ts';
import { type EditRequest, useEdit } from './use-edit.ts';
import { useWords } from './words.ts';

const ConfirmDialog = lazy(() =>
  import(/* webpackChunkName: "cut-more" */ './confirm-dialog.tsx').then((m) => ({
    default: m.ConfirmDialog,
  })),
);
const MergePanel = lazy(() =>
  import(/* webpackChunkName: "cut-more" */ './merge-panel.tsx').then((m) => ({ default: m.MergePanel })),
);

/** Trims, cuts, splits or merges a recording; nothing changes before it is confirmed. */
export default function CutPage() {
  const { t } = useLingui();
  const { data: workout, error, refetch } = useWorkout();
  usePageTitle(t`Trim, split or merge`);
  const recording = useRecording(workout?.id ?? 0, workout?.has_time_series ?? false);
  return (
    <Stack gap={5} w="100%" pt={{ base: 2, md: 4 }}>
      <Box>
        {workout && (
          <Flex fontSize="sm" mb={1} gap={1} align="center">
            <ArrowLeftIcon size="1em" />
            <AppLink href={`/workout/${workout.id}`}>{workout.name}</AppLink>
          </Flex>
        )}
        <Heading level={1}>
          <Trans>Trim, split or merge</Trans>
        </Heading>
      </Box>
      {error && <WorkoutMissing error={error} retry={() => void refetch()} />}
      {workout && !isEditable(workout) && <NotEditable workout={workout} />}
      {workout &&
        isEditable(workout) &&
        recording.data &&
        // Another state of the workout is another thing to cut.
        ((streams) => <Editor key={`${workout.id} ${streams.n}`} workout={workout} streams={streams} />)(
          recording.data,
        )}
      {recording.isError && (
        <RecordingFailed busy={recording.isFetching} retry={() => void recording.refetch()} />
      )}
      {!error && !recording.isError && (!workout || (isEditable(workout) && !recording.data)) && (
        <Skeleton height="420px" radius="8px" />
      )}
    </Stack>
  );
}

const isEditable = (workout: Workout) =>
  workout.can.edit && workout.has_time_series && workout.leg_count === 0 && workout.parent_id === null;

function NotEditable({ workout }: { workout: Workout }) {
  return (
    <EmptyState
      level={2}
      title={<Trans>This workout can’t be trimmed</Trans>}
      action={
        <Button href={`/workout/${workout.id}`}>
          <Trans>Back to the workout</Trans>
        </Button>
      }
    >
      {!workout.can.edit ? (
        <Trans>Only its owner can trim, split or merge it.</Trans>
      ) : workout.has_time_series ? (
        <Trans>
          It has several legs. Trimming, splitting and merging work on workouts of one sport only.
        </Trans>
      ) : (
        <Trans>It has no recording to trim.</Trans>
      )}
    </EmptyState>
  );
}

const MODES: Mode[] = ['trim', 'remove', 'split', 'merge'];

function Editor({ workout, streams }: { workout: Workout; streams: Streams }) {
  const { t } = useLingui();
  const words = useWords();
  const [selection, setSelection] = useState(
    () => readDraft(workout.id, streams.n) ?? startSelection(streams),
  );
  const [chosen, setChosen] = useState<readonly WorkoutSummary[]>([]);
  const edit = useEdit(() => keepDraft(workout.id, streams.n, null));
  const { mode } = selection;
  const change = (next: Selection) => {
    setSelection(next);
    keepDraft(workout.id, streams.n, next);
  };
  const possible = mode === 'merge' ? chosen.length > 0 : isPossible(madeOf(selection, streams), streams.n);
  return (
    <Stack gap={5}>
      <Box>
        <SegmentedControl
          label={t`What to do`}
          value={mode}
          onChange={(next) => change({ ...selection, mode: next })}
          options={MODES.map((value) => ({ value, label: words[value].tab }))}
        />
      </Box>
      {mode === 'merge' ? (
        <Suspense fallback={<Skeleton height="240px" />}>
          <MergePanel workout={workout} chosen={chosen} hint={words.merge.hint} onChange={setChosen} />
        </Suspense>
      ) : (
        <CutPanel
          workout={workout}
          streams={streams}
          selection={selection}
          hint={words[mode].hint}
          onChange={change}
        />
      )}
      {/* On a phone what confirms stays in reach of the thumb. */}
      <Flex
        data-bottom-bar="phone"
        gap={3}
        wrap="wrap"
        position={{ base: 'sticky', md: 'static' }}
        bottom={0}
        zIndex={1}
        py={{ base: 3, md: 0 }}
        bg="paper"
        borderTop={{ base: 'hairline', md: 'none' }}
      >
        {edit.error && (
          <Box flexBasis="100%">
            <FormError title={<Trans>That didn’t work. Nothing was changed.</Trans>}>
              {edit.error.text || <Trans>Check your connection and try again.</Trans>}{' '}
              <Box as="span" color="muted" data-error-code={edit.error.code}>
                ({edit.error.code})
              </Box>
            </FormError>
          </Box>
        )}
        <Button
          variant="primary"
          disabled={!possible}
          loading={edit.busy && !edit.asked}
          onClick={() => void edit.check(requestOf(workout, streams, selection, chosen))}
        >
          {words[mode].action}
        </Button>
        <Button href={`/workout/${workout.id}`}>
          <Trans>Cancel</Trans>
        </Button>
      </Flex>
      <Suspense>{edit.asked && <ConfirmDialog workout={workout} chosen={chosen} edit={edit} />}</Suspense>
    </Stack>
  );
}

function requestOf(
  workout: Workout,
  streams: Streams,
  selection: Selection,
  chosen: readonly WorkoutSummary[],
): EditRequest {
  const { mode } = selection;
  const params = { id: workout.id };
  if (mode === 'merge') {
    const body = { ids: [workout.id, ...chosen.map((one) => one.id)] };
    return { mode, send: (options) => call(editCalls.merge, { ...options, body }) };
  }
  if (mode === 'split') {
    const body = { at: splitsOf(selection, streams) };
    return { mode, send: (options) => call(editCalls.split, { ...options, params, body }) };
  }
  const body = { keep: keepOf(selection, streams) };
  return { mode, send: (options) => call(editCalls.cut, { ...options, params, body }) };
}
