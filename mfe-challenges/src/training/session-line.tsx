import type { PlannedSession } from '@waymark/api-contract';
import { Trans } from '@lingui/react/macro';
import { ActivityIcon, Box, Flex, Link, Text } from '@waymark/ui';
import { useTrainingWords } from './use-training-words.ts';

/** The icon of a sport; others have that of a workout. */
export const sportGroup = (sport: PlannedSession['sport']) => (sport === 'cross' ? 'generic' : sport);

/** A session in a list: its day, what it is, and how it went. */
export function SessionLine({ session, today }: { session: PlannedSession; today: string }) {
  const words = useTrainingWords();
  const { id, day, title, sport, status, workout } = session;
  const load = words.load(session.load_percent);
  return (
    <Flex as="li" borderTop="hairline" py={3} gap={3} align="center">
      <ActivityIcon group={sportGroup(sport)} size={24} />
      <Box flex={1} minW={0}>
        <Link href={`/training-plans/sessions/${id}`} data-untranslated="">
          {title}
        </Link>
        <Text muted size="sm">
          {day === today ? <Trans>Today</Trans> : words.day(day)} · {words.length(session)}
          {load && ` · ${load}`}
          {status !== 'planned' && ` · ${words.status(status)}`}
          {workout && ` · ${workout.closeness}%`}
        </Text>
      </Box>
    </Flex>
  );
}
