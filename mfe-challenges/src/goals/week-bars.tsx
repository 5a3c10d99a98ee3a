import type { GoalWeek } from '@waymark/api-contract';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Box, Flex, Text } from '@waymark/ui';

/** Room for this many weeks, so that the bars of a new goal are not wider than those of an old one. */
const WEEKS_SHOWN = 12;
const HEIGHT_PX = 56;

/** The latest weeks as bars, each with a line at its own target; this week is the last one. */
export function WeekBars({ weeks }: { weeks: readonly GoalWeek[] }) {
  const { t } = useLingui();
  const largest = Math.max(...weeks.flatMap(({ value, target }) => [value, target]));
  const over = weeks.slice(0, -1);
  const reached = over.filter(({ is_reached: isReached }) => isReached).length;
  const count = over.length;
  const current = weeks.at(-1)?.from;
  const reachedText = t`${plural(count, { one: 'Reached in the last week', other: `Reached in ${reached} of the last # weeks` })}`;
  const summary = count === 1 && reached === 0 ? t`Not reached in the last week` : reachedText;
  return (
    <Box>
      <Flex
        role="img"
        aria-label={summary}
        align="flex-end"
        gap={1}
        height={`${HEIGHT_PX}px`}
        borderBottom="hairline"
      >
        {Array.from({ length: Math.max(0, WEEKS_SHOWN - weeks.length) }, (_, empty) => (
          <Box key={`empty ${empty}`} flex="1 1 0" />
        ))}
        {weeks.map((week) => (
          <WeekBar key={week.from} week={week} largest={largest} isCurrent={week.from === current} />
        ))}
      </Flex>
      <Text muted size="sm" mt={1} aria-hidden>
        {summary}
      </Text>
    </Box>
  );
}

interface WeekBarProps {
  week: GoalWeek;
  largest: number;
  isCurrent: boolean;
}

function WeekBar({ week, largest, isCurrent }: WeekBarProps) {
  const heightOf = (amount: number) => `${(amount / largest) * 100}%`;
  const colour = week.is_reached ? 'var(--wm-moss)' : isCurrent ? 'var(--wm-blaze)' : 'var(--wm-control)';
  return (
    <Box position="relative" flex="1 1 0" height="100%">
      <Box
        position="absolute"
        insetX="0"
        bottom="0"
        height={heightOf(week.value)}
        minHeight={week.value > 0 ? '2px' : undefined}
        borderTopRadius="3px"
        style={{ background: colour }}
      />
      <Box
        position="absolute"
        insetX="0"
        borderTop="2px dotted"
        borderColor="ink"
        bottom={`calc(${heightOf(week.target)} - 1px)`}
      />
    </Box>
  );
}
