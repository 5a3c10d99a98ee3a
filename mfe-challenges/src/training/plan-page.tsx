import type { TrainingPlanDetails } from '@waymark/api-contract';
import { trainingPlanCalls } from '@waymark/api-contract/client';
import { linkKeyOf, withLinkKey } from '@waymark/api-contract/link-key';
import { Trans, useLingui } from '@lingui/react/macro';
import { isSignedIn, loginPath } from '@waymark/contract';
import { EntityMissing, useCall, usePageTitle, useSession } from '@waymark/remote';
import {
  ActivityIcon,
  Badge,
  Box,
  Breadcrumb,
  Button,
  CopyIcon,
  EditIcon,
  Flex,
  Heading,
  Link,
  ShareIcon,
  Skeleton,
  Stack,
  Text,
} from '@waymark/ui';
import { lazy, Suspense, useState } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { sportGroup } from './session-line.tsx';
import { StepList, StructurePicture, numbered } from './structure.tsx';
import { useTrainingWords } from './use-training-words.ts';

const StartDialog = lazy(() => import(/* webpackChunkName: "start-plan" */ './start-dialog.tsx'));
const OwnPlanDialogs = lazy(() => import(/* webpackChunkName: "own-plan" */ './own-plan-dialogs.tsx'));

/** A plan before it is started: its weeks, and what they are built on. */
export default function PlanPage() {
  const { t } = useLingui();
  const name = useParams().plan ?? '';
  const key = linkKeyOf(useLocation().search);
  const { data, error, refetch, isFetching } = useCall(trainingPlanCalls.one, {
    params: { plan: name },
    query: key === null ? {} : { key },
  });
  usePageTitle(data?.title ?? t`Training plan`);
  if (error && (!data || error.status === 404))
    return (
      <EntityMissing
        error={error}
        retry={() => void refetch()}
        busy={isFetching}
        title={<Trans>This plan is private or does not exist</Trans>}
        failedTitle={<Trans>We couldn’t load this plan.</Trans>}
        href="/training-plans"
        linkText={<Trans>See all plans</Trans>}
      />
    );
  if (!data) return <PageSkeleton />;
  return (
    <Stack gap={6} w="100%" maxW="960px" mx="auto">
      <Breadcrumb
        items={[
          { href: '/training-plans', label: <Trans>Training plans</Trans> },
          { label: <span data-untranslated="">{data.title}</span> },
        ]}
      />
      <Header plan={data} linkKey={key} />
      <Weeks plan={data} />
      {data.sources.length > 0 && <Sources plan={data} />}
    </Stack>
  );
}

type Dialog = 'start' | 'share' | 'delete' | null;

function Header({ plan, linkKey }: { plan: TrainingPlanDetails; linkKey: string | null }) {
  const words = useTrainingWords();
  const isMember = isSignedIn(useSession());
  const [dialog, setDialog] = useState<Dialog>(null);
  const close = () => setDialog(null);
  const copyAddress = withLinkKey(`/training-plans/create?from=${plan.plan}`, linkKey);
  const perWeek = plan.sessions_per_week;
  return (
    <Stack gap={3}>
      <Flex gap={3} align="center" wrap="wrap">
        <Heading level={1} data-untranslated="">
          {plan.title}
        </Heading>
        <Badge>{words.goal(plan.goal)}</Badge>
        <Badge>{words.level(plan.level)}</Badge>
      </Flex>
      {plan.description && (
        <Text maxW="72ch" whiteSpace="pre-wrap" overflowWrap="anywhere" data-untranslated="">
          {plan.description}
        </Text>
      )}
      <Text muted>
        {words.weeks(plan.week_count)} · <Trans>up to {words.sessions(perWeek)} a week</Trans> ·{' '}
        {words.weeklyTime(plan)} · <Trans>longest {words.length(plan.longest_session)}</Trans>
      </Text>
      <Flex gap={3} wrap="wrap">
        {isMember ? (
          <Button variant="primary" onClick={() => setDialog('start')}>
            <Trans>Start this plan</Trans>
          </Button>
        ) : (
          <Button variant="primary" href={loginPath()}>
            <Trans>Log in to start</Trans>
          </Button>
        )}
        {isMember && (
          <Button icon={<CopyIcon />} href={copyAddress}>
            <Trans>Make it your own</Trans>
          </Button>
        )}
        {plan.is_own && (
          <>
            <Button icon={<EditIcon />} href={`/training-plans/edit/${plan.plan}`}>
              <Trans>Edit</Trans>
            </Button>
            <Button icon={<ShareIcon />} onClick={() => setDialog('share')}>
              <Trans>Share</Trans>
            </Button>
            <Button variant="quiet" onClick={() => setDialog('delete')}>
              <Trans>Delete</Trans>
            </Button>
          </>
        )}
      </Flex>
      <Suspense fallback={null}>
        {dialog === 'start' && <StartDialog plan={plan} linkKey={linkKey} onClose={close} />}
        {(dialog === 'share' || dialog === 'delete') && (
          <OwnPlanDialogs plan={plan} dialog={dialog} onClose={close} />
        )}
      </Suspense>
    </Stack>
  );
}

function Weeks({ plan }: { plan: TrainingPlanDetails }) {
  const { t } = useLingui();
  const words = useTrainingWords();
  return (
    <Stack as="section" gap={0} aria-label={t`Weeks`}>
      {numbered(plan.weeks).map(({ number, item: { note, duration, sessions } }) => (
        <Box key={number} borderTop="hairline" py={4}>
          <Flex justify="space-between" gap={3} wrap="wrap">
            <Heading level={2} size="lg">
              <Trans>Week {number}</Trans>
            </Heading>
            <Text muted data-figure="">
              {words.time(duration)}
            </Text>
          </Flex>
          <Box
            h="6px"
            mt={2}
            borderRadius="full"
            bg="var(--wm-moss)"
            w={`${Math.max(2, (100 * duration) / Math.max(1, plan.peak_week_duration))}%`}
          />
          {note && (
            <Text muted size="sm" mt={2} data-untranslated="">
              {note}
            </Text>
          )}
          <Box as="ul" listStyleType="none" p={0} mt={2}>
            {numbered(sessions).map(({ number: at, item: session }) => (
              <Box as="li" key={at}>
                <details>
                  <Flex as="summary" gap={3} py={2} align="center" cursor="pointer">
                    <ActivityIcon group={sportGroup(session.sport)} size={22} />
                    <Box flex={1} minW={0}>
                      <span data-untranslated="">{session.title}</span>{' '}
                      <Text as="span" muted size="sm">
                        <Trans>day {session.day + 1}</Trans> · {words.length(session)}
                      </Text>
                    </Box>
                  </Flex>
                  <Stack gap={2} ps={9} pb={3}>
                    {session.description && <Text data-untranslated="">{session.description}</Text>}
                    {session.steps.length > 0 && (
                      <>
                        <StructurePicture steps={session.steps} sport={session.sport} />
                        <StepList steps={session.steps} />
                      </>
                    )}
                  </Stack>
                </details>
              </Box>
            ))}
          </Box>
        </Box>
      ))}
    </Stack>
  );
}

const Sources = ({ plan }: { plan: TrainingPlanDetails }) => (
  <Stack as="section" gap={2}>
    <Heading level={2} size="lg">
      <Trans>What it is built on</Trans>
    </Heading>
    <Box as="ul" ps={5} m={0}>
      {plan.sources.map(({ title, href, used_for: use }) => (
        <Box as="li" key={href} py={1} data-untranslated="">
          {use}{' '}
          <Link href={href} target="_blank" rel="noreferrer">
            {title}
          </Link>
        </Box>
      ))}
    </Box>
    <Text muted size="sm">
      <Trans>A plan knows nothing about your health. If in doubt, ask a doctor first.</Trans>
    </Text>
  </Stack>
);

const PageSkeleton = () => (
  <Stack gap={5} w="100%" maxW="960px" mx="auto" aria-busy="true">
    <Skeleton width="280px" height="2.2em" />
    <Skeleton width="90%" />
    {[1, 2, 3].map((row) => (
      <Skeleton key={row} height="120px" />
    ))}
  </Stack>
);
