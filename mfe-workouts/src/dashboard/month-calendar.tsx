import type { CalendarEntry, Dashboard } from '@waymark/api-contract';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { Box, chakra, ChevronLeftIcon, ChevronRightIcon, Flex, Heading, IconButton, Text } from '@waymark/ui';
import { formatDistance, formatDuration } from '@waymark/units';
import { DayMarker } from './day-marker.tsx';
import { otherMonth, weeksOf } from './month.ts';

/** A month with a marker for each workout, sized by its duration. */
export function MonthCalendar({
  dashboard,
  onMonth,
}: {
  dashboard: Dashboard;
  /** The present month is the empty one. */
  onMonth: (month: string) => void;
}) {
  const { t } = useLingui();
  const locale = useFormatLocale();
  const system = useMeasurementSystem();
  const { month, today, calendar, month_totals: totals } = dashboard;
  const name = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );
  const byDay = Map.groupBy(calendar, (entry) => entry.day);
  const weeks = weeksOf(month, dashboard.week_start);
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  const distance = formatDistance(totals.distance, system, { locale });
  return (
    <Box as="section" aria-labelledby="month-name">
      <Flex align="center" gap={2} mb={1}>
        <Heading level={2} id="month-name" flex={1} aria-live="polite">
          {name}
        </Heading>
        <IconButton
          variant="quiet"
          label={t`Previous month`}
          icon={<ChevronLeftIcon />}
          onClick={() => onMonth(otherMonth(month, -1))}
        />
        <IconButton
          variant="quiet"
          label={t`Next month`}
          icon={<ChevronRightIcon />}
          disabled={month >= today.slice(0, 7)}
          onClick={() => {
            const next = otherMonth(month, 1);
            onMonth(next === today.slice(0, 7) ? '' : next);
          }}
        />
      </Flex>
      <Text muted size="sm" mb={4} fontVariantNumeric="tabular-nums">
        {totals.count === 0 ? (
          <Trans>No workouts in this month</Trans>
        ) : (
          <>
            <Plural value={totals.count} one="# workout" other="# workouts" />
            {` · ${distance.value} ${distance.unit} · ${formatDuration(totals.duration)}`}
          </>
        )}
      </Text>
      <Box
        as="table"
        w="100%"
        style={{ tableLayout: 'fixed', borderCollapse: 'collapse' }}
        aria-labelledby="month-name"
      >
        <thead>
          <tr>
            {weeks[0]?.map(({ day }) => (
              <chakra.th
                key={day}
                scope="col"
                fontSize="xs"
                fontWeight={400}
                color="muted"
                pb={2}
                overflow="hidden"
                whiteSpace="nowrap"
              >
                {weekday.format(new Date(`${day}T00:00:00Z`))}
              </chakra.th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]?.day}>
              {week.map((cell) => (
                <Day
                  key={cell.day}
                  {...cell}
                  isToday={cell.day === today}
                  entries={(cell.inMonth && byDay.get(cell.day)) || []}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}

/** A marker may be small; what takes the click is not. */
const TARGETS = {
  '& a': { display: 'inline-grid', placeItems: 'center', minWidth: '24px', minHeight: '24px' },
  '@media (pointer: coarse)': { '& a': { minWidth: 'var(--wm-height)', minHeight: 'var(--wm-height)' } },
} as const;

function Day({
  date,
  inMonth,
  isToday,
  entries,
}: {
  date: number;
  inMonth: boolean;
  isToday: boolean;
  entries: readonly CalendarEntry[];
}) {
  return (
    <Box
      as="td"
      borderTop="hairline"
      h={{ base: '60px', md: '84px' }}
      p={1}
      verticalAlign="top"
      textAlign="center"
      aria-current={isToday ? 'date' : undefined}
    >
      <Box
        fontSize="xs"
        fontVariantNumeric="tabular-nums"
        color={isToday ? 'blaze.fg' : 'muted'}
        fontWeight={isToday ? 700 : 400}
        minH="1lh"
        mb={1}
      >
        {inMonth && date}
      </Box>
      <Flex wrap="wrap" justify="center" align="center" gap="2px" css={TARGETS}>
        {entries.map((entry) => (
          <DayMarker key={entry.id} entry={entry} />
        ))}
      </Flex>
    </Box>
  );
}
