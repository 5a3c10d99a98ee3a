import { keepPreviousData } from '@tanstack/react-query';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { HeatCalendar as Heat, LifetimeStats } from '@waymark/api-contract';
import { statsCalls } from '@waymark/api-contract/client';
import { ChartTable } from '@waymark/chart';
import { navigate } from '@waymark/contract';
import { useCall, useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { Box, Field, Link, Select, Skeleton, type Column } from '@waymark/ui';
import { useMemo } from 'react';
import { allWorkoutsPath } from '../shared/all-workouts-path.ts';
import { useAddressValue } from '../shared/use-address-value.ts';
import { daysBetween, dayText, LONG, weekdayOf } from '../shared/days.ts';
import { HeatCalendar } from './heat-calendar.tsx';
import { metricText } from '../stats/metrics.ts';
import { Failed } from '../stats/failed.tsx';
import { Section } from './section.tsx';

type Day = Heat['days'][number];

/** The page of the week that holds a day. */
function weekPath(day: string, { today, week_start }: LifetimeStats, member: number | null): string {
  const toStart = (of: string) => (weekdayOf(of) - week_start + 7) % 7;
  const weeks = (daysBetween(day, today) + toStart(day) - toStart(today)) / 7;
  const user = member === null ? '' : `&user=${member}`;
  return `/workout/stats?period=week&currentWeekIndex=${Math.max(weeks, 0)}${user}`;
}

const dayPath = (day: string): string => allWorkoutsPath({ from: day, to: day });

interface HeatSectionProps {
  member: number;
  own: boolean;
  lifetime: LifetimeStats;
}

/** A year of days; the longer a day was trained, the larger its mark. */
export function HeatSection({ member, own, lifetime }: HeatSectionProps) {
  const { t } = useLingui();
  const locale = useFormatLocale();
  const system = useMeasurementSystem();
  const [year, setYear] = useAddressValue<string>('year', '', (text) => /^(?:19|20|21)\d\d$/.test(text));
  const { data, error, refetch, isFetching } = useCall(
    statsCalls.heatCalendar,
    { params: { id: member }, query: { year: year ? Number(year) : undefined } },
    { placeholderData: keepPreviousData },
  );
  const byDay = useMemo(() => new Map(data?.days.map((day) => [day.day, day])), [data]);
  const valueOf = useMemo(() => (day: string) => byDay.get(day)?.duration ?? 0, [byDay]);
  const { today } = lifetime;
  const toWeek = (day: string) => weekPath(day, lifetime, own ? null : member);
  /** A day off has no workouts to show, and those of others are told by weeks. */
  const hasList = (day: string) => own && byDay.has(day);
  const figures = (day: Day) => {
    const distance = metricText('distance', day.distance, system, locale);
    return [
      t`${plural(day.count, { one: '# workout', other: '# workouts' })}`,
      ...(day.distance > 0 ? [`${distance.value} ${distance.unit}`] : []),
      metricText('duration', day.duration, system, locale).value,
    ];
  };
  const said = (day: string) => {
    const found = byDay.get(day);
    return found ? figures(found).join(', ') : t`no workout`;
  };
  const columns: Column<Day>[] = [
    {
      key: 'day',
      header: t`Day`,
      render: ({ day }) => <time dateTime={day}>{dayText(day, locale, LONG)}</time>,
    },
    {
      key: 'count',
      header: t`Workouts`,
      figure: true,
      render: ({ day, count }) =>
        own ? (
          <Link variant="quiet" href={dayPath(day)}>
            {count}
          </Link>
        ) : (
          count
        ),
    },
    {
      key: 'distance',
      header: t`Distance`,
      figure: true,
      render: ({ distance }) => {
        const shown = metricText('distance', distance, system, locale);
        return distance > 0 ? `${shown.value} ${shown.unit}` : '–';
      },
    },
    {
      key: 'duration',
      header: t`Time`,
      figure: true,
      render: ({ duration }) => metricText('duration', duration, system, locale).value,
    },
  ];
  return (
    <Section
      id="calendar"
      title={<Trans>Day by day</Trans>}
      choices={
        data &&
        data.years.length > 1 && (
          <Box minW="110px">
            <Field label={t`Year`} hideLabel>
              <Select
                value={String(data.year)}
                onChange={setYear}
                options={data.years.map((one) => ({ value: String(one), label: String(one) }))}
              />
            </Field>
          </Box>
        )
      }
    >
      {error && (
        <Failed
          title={<Trans>We couldn’t load the calendar.</Trans>}
          error={error}
          retry={refetch}
          busy={isFetching}
        />
      )}
      {!data && !error && <Skeleton height="210px" />}
      {data && (
        <>
          <HeatCalendar
            label={
              own
                ? t`Days of ${data.year}. Left and right arrows move by a week, up and down by a day, Enter opens the workouts of the day, or the week on a rest day.`
                : t`Days of ${data.year}. Left and right arrows move by a week, up and down by a day, Enter opens the week.`
            }
            year={data.year}
            today={today}
            valueOf={valueOf}
            locale={locale}
            weekStart={lifetime.week_start}
            text={(day) => `${dayText(day, locale, LONG)}: ${said(day)}`}
            onOpen={(day) => navigate(hasList(day) ? dayPath(day) : toWeek(day))}
            renderReadout={(day) =>
              day === null ? (
                <Box color="muted">
                  <Trans>Each mark is a day: the bigger, the longer you trained.</Trans>
                </Box>
              ) : (
                <>
                  <time dateTime={day}>{dayText(day, locale, LONG)}</time>
                  <b>{said(day)}</b>
                  {hasList(day) && (
                    <Link href={dayPath(day)}>
                      <Trans>View workouts</Trans>
                    </Link>
                  )}
                  <Link href={toWeek(day)}>
                    <Trans>View week</Trans>
                  </Link>
                </>
              )
            }
          />
          <ChartTable
            caption={t`Days of ${data.year} as a table`}
            columns={columns}
            rows={data.days}
            rowKey={({ day }) => day}
          />
        </>
      )}
    </Section>
  );
}
