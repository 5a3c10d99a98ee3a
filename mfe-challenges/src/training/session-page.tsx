import type { PlannedSessionDetails } from '@waymark/api-contract';
import { startedPlanCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { call, notify } from '@waymark/contract';
import {
  EntityMissing,
  fileWords,
  problemIn,
  saveFile,
  useCall,
  useFailureText,
  usePageTitle,
  useSend,
} from '@waymark/remote';
import {
  ActivityIcon,
  Badge,
  Box,
  Breadcrumb,
  Button,
  DownloadIcon,
  Field,
  Flex,
  FormError,
  Heading,
  Link,
  Select,
  Skeleton,
  Stack,
  Text,
} from '@waymark/ui';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { sportGroup } from './session-line.tsx';
import { StepList, StructurePicture } from './structure.tsx';
import { useTrainingWords } from './use-training-words.ts';

/** One session: what to do, how it went, and files that guide through it. */
export default function SessionPage() {
  const { t } = useLingui();
  const words = useTrainingWords();
  const id = Number(useParams().sessionId);
  const { data, error, refetch, isFetching } = useCall(startedPlanCalls.session, { params: { id } });
  usePageTitle(data?.title ?? t`Session`);
  if (error && (!data || error.status === 404))
    return (
      <EntityMissing
        error={error}
        retry={() => void refetch()}
        busy={isFetching}
        title={<Trans>This session was deleted or isn’t yours</Trans>}
        failedTitle={<Trans>We couldn’t load this session.</Trans>}
        href="/training-plans"
        linkText={<Trans>See all plans</Trans>}
      />
    );
  if (!data)
    return (
      <Stack gap={5} w="100%" maxW="760px" mx="auto" aria-busy="true">
        <Skeleton width="240px" height="2.2em" />
        <Skeleton height="160px" />
        <Skeleton height="120px" />
      </Stack>
    );
  const load = words.load(data.load_percent);
  return (
    <Stack gap={6} w="100%" maxW="760px" mx="auto">
      <Breadcrumb
        items={[
          { href: '/training-plans', label: <Trans>Training plans</Trans> },
          {
            href: `/training-plans/started/${data.started_plan_id}`,
            label: <span data-untranslated="">{data.plan_title}</span>,
          },
          { label: <span data-untranslated="">{data.title}</span> },
        ]}
      />
      <Stack gap={2}>
        <Flex gap={3} align="center" wrap="wrap">
          <ActivityIcon group={sportGroup(data.sport)} size={28} />
          <Heading level={1} data-untranslated="">
            {data.title}
          </Heading>
          <Badge>{words.kind(data.kind)}</Badge>
        </Flex>
        <Text muted>
          {words.day(data.day, { weekday: 'long', hasYear: true })} · {words.length(data)} ·{' '}
          {words.status(data.status)}
        </Text>
        {load && (
          <Text muted size="sm">
            {load}
          </Text>
        )}
        {data.planned_day !== data.day && (
          <Text muted size="sm">
            <Trans>Moved from {words.day(data.planned_day)}</Trans>
          </Text>
        )}
        {data.description && (
          <Text whiteSpace="pre-wrap" overflowWrap="anywhere" data-untranslated="">
            {data.description}
          </Text>
        )}
      </Stack>
      {data.steps.length > 0 && (
        <Stack as="section" gap={3} aria-labelledby="steps">
          <Heading level={2} size="lg" id="steps">
            <Trans>What to do</Trans>
          </Heading>
          <StructurePicture steps={data.steps} sport={data.sport} />
          <StepList steps={data.steps} />
        </Stack>
      )}
      <Done session={data} />
      <Downloads session={data} />
    </Stack>
  );
}

/** The workout that was the session, and the choice of another one. */
function Done({ session }: { session: PlannedSessionDetails }) {
  const { t } = useLingui();
  const words = useTrainingWords();
  const failureText = useFailureText();
  const update = useSend(startedPlanCalls.updateSession);
  const { workout, candidates, is_unmatched: isUnmatched } = session;
  const params = { id: session.id };
  const choose = (value: string) =>
    update.mutate({
      params,
      body: value === 'auto' ? { is_matched: true } : { workout_id: value === 'none' ? null : Number(value) },
    });
  const closeness = workout?.closeness ?? 0;
  return (
    <Stack as="section" gap={3} aria-labelledby="done">
      <Heading level={2} size="lg" id="done">
        <Trans>How it went</Trans>
      </Heading>
      {workout ? (
        <Text>
          <Link href={`/workout/${workout.id}`} data-untranslated="">
            {workout.name}
          </Link>{' '}
          · {words.day(workout.day)} ·{' '}
          {closeness === 100 ? <Trans>exactly as planned</Trans> : <Trans>{closeness}% of a match</Trans>}
        </Text>
      ) : (
        <Text muted>
          {candidates.length === 0 ? (
            <Trans>No workout yet. Log or import one around that day and it’s matched automatically.</Trans>
          ) : (
            <Trans>No workout from that day comes close. If one of them was this session, choose it.</Trans>
          )}
        </Text>
      )}
      {session.is_plan_active && candidates.length > 0 && (
        <Box maxW="420px">
          <Field label={t`Workout for this session`}>
            <Select
              disabled={update.isPending}
              value={workout?.is_chosen ? String(workout.id) : isUnmatched ? 'none' : 'auto'}
              onChange={choose}
              options={[
                { value: 'auto', label: t`The one that matches best` },
                { value: 'none', label: t`None of them` },
                ...candidates.map(({ id, name, day }) => ({
                  value: String(id),
                  label: `${words.day(day)} · ${name}`,
                })),
              ]}
            />
          </Field>
        </Box>
      )}
      <FormError>{update.error && failureText(update.error)}</FormError>
    </Stack>
  );
}

const FORMATS = ['fit', 'zwo', 'tcx'] as const;
type Format = (typeof FORMATS)[number];

function Downloads({ session }: { session: PlannedSessionDetails }) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const [busy, setBusy] = useState<Format | null>(null);
  const download = async (format: Format) => {
    setBusy(format);
    try {
      const file = await call(startedPlanCalls.file, { params: { id: session.id }, query: { format } });
      saveFile(file, `${session.day} ${fileWords(session.title)}.${format}`);
    } catch (error) {
      notify({ kind: 'error', text: failureText(await problemIn(error)) });
    } finally {
      setBusy(null);
    }
  };
  const label = {
    fit: t`FIT, for watches and bike computers`,
    zwo: t`ZWO, for indoor trainers`,
    tcx: t`TCX, for older devices`,
  };
  return (
    <Stack as="section" gap={3} aria-labelledby="files">
      <Heading level={2} size="lg" id="files">
        <Trans>On your device</Trans>
      </Heading>
      <Flex gap={3} wrap="wrap">
        {FORMATS.map((format) => (
          <Button
            key={format}
            icon={<DownloadIcon />}
            loading={busy === format}
            onClick={() => void download(format)}
          >
            {label[format]}
          </Button>
        ))}
      </Flex>
    </Stack>
  );
}
