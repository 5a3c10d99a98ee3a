import type { PlannedSession, StartedPlanDetails } from '@waymark/api-contract';
import { startedPlanCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { notify } from '@waymark/contract';
import { useFailureText, useSend } from '@waymark/remote';
import {
  ActivityIcon,
  Banner,
  Box,
  Button,
  CheckIcon,
  Flex,
  Grid,
  Link,
  Menu,
  Text,
  VisuallyHidden,
} from '@waymark/ui';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { addDays, weekOf } from './days.ts';
import { sportGroup } from './session-line.tsx';
import { useTrainingWords } from './use-training-words.ts';

/** A session that is being moved, and the day that it would come to. */
interface Picked {
  id: number;
  target: string;
  /** By the mouse: nothing on the page may change its place meanwhile. */
  isDragged: boolean;
}

const isMovable = ({ status }: PlannedSession): boolean => status === 'planned' || status === 'missed';

/** Moves, swaps, skips; every change can be taken back from its message. */
function useSessionChanges(plan: StartedPlanDetails) {
  const { t } = useLingui();
  const words = useTrainingWords();
  const failureText = useFailureText();
  const options = {
    onError: (error: unknown) => void notify({ kind: 'error', text: failureText(error) }),
  };
  const update = useSend(startedPlanCalls.updateSession, options);
  const arrange = useSend(startedPlanCalls.arrange, options);

  const moveBack = (sessions: readonly PlannedSession[]) => () =>
    arrange.mutate({
      params: { id: plan.id },
      body: { sessions: sessions.map(({ id, day }) => ({ id, day })) },
    });

  /** To a free day, or in exchange with the session of that day. */
  const move = (session: PlannedSession, day: string) => {
    if (session.day === day) return;
    const other = plan.sessions.find((one) => one.day === day && isMovable(one));
    update.mutate(
      { params: { id: session.id }, body: other ? { swap_with: other.id } : { day } },
      {
        onSuccess: () =>
          notify({
            kind: 'success',
            text: other
              ? t`${session.title} and ${other.title} have been swapped.`
              : t`${session.title} is on ${words.day(day)} now.`,
            action: { label: t`Undo`, run: moveBack(other ? [session, other] : [session]) },
          }),
      },
    );
  };

  const bringBack = (session: PlannedSession) =>
    update.mutate({ params: { id: session.id }, body: { is_skipped: false } });

  const skip = (session: PlannedSession, closesUp: boolean) => {
    const days = plan.sessions.filter((one) => one.week === session.week && isMovable(one));
    update.mutate(
      { params: { id: session.id }, body: { is_skipped: true, closes_up: closesUp } },
      {
        onSuccess: () =>
          notify({
            kind: 'success',
            text: t`${session.title} skipped.`,
            action: {
              label: t`Undo`,
              run: () =>
                update.mutate(
                  { params: { id: session.id }, body: { is_skipped: false } },
                  closesUp ? { onSuccess: moveBack(days) } : {},
                ),
            },
          }),
      },
    );
  };
  return { move, skip, bringBack, isBusy: update.isPending || arrange.isPending };
}

/** The weeks of a plan. On phones only days with sessions are listed, until one is being moved. */
export function PlanCalendar({ plan }: { plan: StartedPlanDetails }) {
  const { t } = useLingui();
  const words = useTrainingWords();
  const changes = useSessionChanges(plan);
  const [picked, setPicked] = useState<Picked | null>(null);
  const grid = useRef<HTMLDivElement>(null);
  const droppedId = useRef<number | null>(null);
  const { sessions, today, week_start: weekStart, status } = plan;
  const canChange = status !== 'stopped';
  const first = weekOf(sessions[0]?.day ?? plan.first_day, weekStart);
  // A free week at the end, so that the last session can move too.
  const last = addDays(weekOf(sessions.at(-1)?.day ?? plan.first_day, weekStart), canChange ? 7 : 0);
  const weeks: string[] = [];
  for (let week = first; week <= last; week = addDays(week, 7)) weeks.push(week);
  const thisWeek = weekOf(today, weekStart);
  const hasPastWeeks = status === 'active' && thisWeek > first && thisWeek <= last;
  const showThisWeek = () => {
    const section = grid.current?.querySelector<HTMLElement>(`[data-week="${thisWeek}"]`);
    section?.scrollIntoView?.({ block: 'start' });
    section?.focus({ preventScroll: true });
  };
  const byDay = Map.groupBy(sessions, ({ day }) => day);
  const moved = picked && sessions.find(({ id }) => id === picked.id);

  // The day that the session would come to follows the keys, and stays in sight.
  useEffect(() => {
    if (picked)
      grid.current?.querySelector(`[data-day="${picked.target}"]`)?.scrollIntoView?.({ block: 'nearest' });
  }, [picked]);

  // A session on its new day is another element: who moved it by keyboard goes on from there.
  useEffect(() => {
    const dropped = sessions.find(({ id }) => id === droppedId.current);
    droppedId.current = null;
    if (dropped && document.activeElement === document.body)
      grid.current?.querySelector<HTMLElement>(`[data-session="${dropped.id}"] button`)?.focus();
  }, [sessions]);

  const drop = (day: string) => {
    if (!moved) return;
    if (!picked?.isDragged) droppedId.current = moved.id;
    setPicked(null);
    changes.move(moved, day);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!picked) return;
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[event.key];
    // Other buttons in focus, such as those of the days, do what they say.
    const isOnSession =
      event.target instanceof Element && event.target.closest(`[data-session="${picked.id}"]`) !== null;
    if (step !== undefined) {
      event.preventDefault();
      // The button in focus would open its menu.
      event.stopPropagation();
      const target = addDays(picked.target, step);
      if (target >= first && target <= addDays(last, 6)) setPicked({ ...picked, target });
    } else if (isOnSession && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      drop(picked.target);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      setPicked(null);
    }
  };
  const onTarget = picked && byDay.get(picked.target)?.find((one) => one.id !== picked.id && isMovable(one));
  return (
    // The keys are those of the button in focus; the days below have buttons of their own.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- listens to the keys of its buttons
    <Box ref={grid} onKeyDownCapture={onKeyDown} aria-busy={changes.isBusy || undefined}>
      <div role="status">
        <VisuallyHidden>
          {moved &&
            picked &&
            (onTarget
              ? t`${moved.title}: swap with ${onTarget.title}, ${words.day(picked.target)}`
              : t`${moved.title}: ${words.day(picked.target)}`)}
        </VisuallyHidden>
      </div>
      {moved && !picked?.isDragged && (
        // Below the header, which stays.
        <Box position="sticky" top="76px" zIndex={2} mb={3}>
          <Banner
            kind="info"
            title={<Trans>Where should {moved.title} go?</Trans>}
            action={
              <Button size="sm" onClick={() => setPicked(null)}>
                <Trans>Cancel</Trans>
              </Button>
            }
          >
            <Trans>Choose a day, or use the arrow keys and Enter.</Trans>
          </Banner>
        </Box>
      )}
      {hasPastWeeks && (
        <Button size="sm" mb={3} onClick={showThisWeek}>
          <Trans>Go to this week</Trans>
        </Button>
      )}
      {weeks.map((week) => (
        <Box
          as="section"
          key={week}
          borderTop="hairline"
          py={3}
          aria-label={t`Week of ${words.day(week)}`}
          data-week={week}
          tabIndex={week === thisWeek ? -1 : undefined}
          outline="none"
        >
          <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(7, minmax(0, 1fr))' }} gap={2}>
            {[0, 1, 2, 3, 4, 5, 6].map((at) => {
              const day = addDays(week, at);
              const planned = byDay.get(day) ?? [];
              const isTarget = picked?.target === day;
              return (
                <Box
                  key={day}
                  data-day={day}
                  minH={{ base: 0, lg: '96px' }}
                  display={{
                    base: planned.length > 0 || (picked && !picked.isDragged) ? 'block' : 'none',
                    lg: 'block',
                  }}
                  p={2}
                  borderRadius="md"
                  bg={isTarget ? 'var(--wm-blaze-soft)' : day === today ? 'var(--wm-sunken)' : undefined}
                  outline={isTarget ? '2px solid var(--wm-blaze)' : undefined}
                  onDragOver={(event) => {
                    if (!picked) return;
                    event.preventDefault();
                    if (picked.target !== day) setPicked({ ...picked, target: day });
                  }}
                  onDrop={(event) => {
                    event.preventDefault();
                    drop(day);
                  }}
                >
                  <Text size="sm" muted aria-current={day === today ? 'date' : undefined}>
                    {words.day(day)}
                  </Text>
                  {planned.map((session) => (
                    <SessionCard
                      key={session.id}
                      session={session}
                      canChange={canChange}
                      isPicked={picked?.id === session.id}
                      onPick={(isDragged) => setPicked({ id: session.id, target: day, isDragged })}
                      onDragEnd={() => setPicked(null)}
                      changes={changes}
                    />
                  ))}
                  {moved && !picked?.isDragged && moved.day !== day && (
                    <Button size="sm" variant="quiet" onClick={() => drop(day)}>
                      {planned.some(isMovable) ? <Trans>Swap</Trans> : <Trans>Move here</Trans>}
                      <VisuallyHidden>: {words.day(day)}</VisuallyHidden>
                    </Button>
                  )}
                </Box>
              );
            })}
          </Grid>
        </Box>
      ))}
    </Box>
  );
}

interface SessionCardProps {
  session: PlannedSession;
  canChange: boolean;
  isPicked: boolean;
  onPick: (isDragged: boolean) => void;
  onDragEnd: () => void;
  changes: ReturnType<typeof useSessionChanges>;
}

const EDGE: Readonly<Record<PlannedSession['status'], string>> = {
  planned: 'var(--wm-sky)',
  done: 'var(--wm-moss)',
  skipped: 'var(--wm-line)',
  missed: 'var(--wm-sun)',
};

function SessionCard({ session, canChange, isPicked, onPick, onDragEnd, changes }: SessionCardProps) {
  const { t } = useLingui();
  const words = useTrainingWords();
  const { id, title, status, workout } = session;
  const load = words.load(session.load_percent);
  const canMove = canChange && isMovable(session);
  const items = [
    ...(canMove
      ? [
          { label: t`Move`, onSelect: () => onPick(false) },
          { label: t`Skip`, onSelect: () => changes.skip(session, false) },
          { label: t`Skip and close up the week`, onSelect: () => changes.skip(session, true) },
        ]
      : []),
    ...(canChange && status === 'skipped'
      ? [{ label: t`Bring back`, onSelect: () => changes.bringBack(session) }]
      : []),
    { label: t`Open session`, href: `/training-plans/sessions/${id}` },
  ];
  return (
    <Box
      data-session={id}
      position="relative"
      mt={1}
      p={2}
      borderRadius="md"
      bg="var(--wm-surface)"
      border="hairline"
      borderInlineStart={`4px solid ${EDGE[status]}`}
      opacity={isPicked ? 0.6 : 1}
      draggable={canMove}
      cursor={canMove ? 'grab' : undefined}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', title);
        event.dataTransfer.effectAllowed = 'move';
        onPick(true);
      }}
      onDragEnd={onDragEnd}
    >
      <Flex gap={1} align="flex-start">
        <Box flex={1} minW={0}>
          {/* A seventh of the page is narrow: there the title has the whole width below the icon. */}
          <Flex direction={{ base: 'row', lg: 'column' }} columnGap={2} rowGap={1} align="flex-start">
            {/* In the middle of the first line of a title that takes several. */}
            <Box flexShrink={0} mt="3px" lineHeight={0}>
              <ActivityIcon group={sportGroup(session.sport)} size={18} />
            </Box>
            <Link
              href={`/training-plans/sessions/${id}`}
              data-untranslated=""
              textDecoration={status === 'skipped' ? 'line-through' : undefined}
              overflowWrap="anywhere"
            >
              {title}
            </Link>
          </Flex>
          <Flex fontSize="sm" color="muted" align="center" columnGap={1} wrap="wrap">
            {words.length(session)}
            {status !== 'planned' && (
              <>
                <span aria-hidden>·</span>
                <Flex as="span" align="center" gap={1} whiteSpace="nowrap">
                  {status === 'done' && <CheckIcon size={14} />}
                  {words.status(status)}
                  {workout && ` ${workout.closeness}%`}
                </Flex>
              </>
            )}
          </Flex>
          {load && (
            <Text size="sm" muted>
              {load}
            </Text>
          )}
          {session.follows_hard_day && status === 'planned' && (
            <Text size="sm" color="var(--wm-sun-strong)">
              <Trans>After a hard day</Trans>
            </Text>
          )}
        </Box>
        <Box position={{ lg: 'absolute' }} top={0} insetEnd={0}>
          <Menu
            label={t`Actions for ${title}, ${words.day(session.day)}`}
            icon
            align="end"
            size="sm"
            items={items}
          />
        </Box>
      </Flex>
    </Box>
  );
}
