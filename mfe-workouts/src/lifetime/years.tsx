import { ACTIVITY_GROUPS } from '@waymark/activities';
import { Trans, useLingui } from '@lingui/react/macro';
import type { LifetimeStats, Totals } from '@waymark/api-contract';
import { ChartTable } from '@waymark/chart';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import {
  ActivityIcon,
  Box,
  type Column,
  Flex,
  groupKey,
  groupName,
  Link,
  SegmentedControl,
  Table,
} from '@waymark/ui';
import { formatNumber } from '@waymark/units';
import { useAddressValue } from '../shared/use-address-value.ts';
import { allWorkoutsPath } from '../shared/all-workouts-path.ts';
import { METRIC_NAMES, metricText, NO_TOTALS, type MetricKey } from '../stats/metrics.ts';
import { GroupSelect, isGroup } from './group-select.tsx';
import { Section } from './section.tsx';

type Year = LifetimeStats['years'][number];
/** Seconds: below it a tenth of an hour tells something. */
const TEN_HOURS = 36_000;
const SHOWN = ['distance', 'duration', 'count'] as const satisfies MetricKey[];
const KEYS = ['distance', 'duration', 'ascent', 'count'] as const satisfies MetricKey[];

/** Year by year in figures, with a bar of the groups that make it up. */
export function Years({ lifetime, own }: { lifetime: LifetimeStats; own: boolean }) {
  const { t, i18n } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const [show, setShow] = useAddressValue<MetricKey>('bars', 'distance', (text) =>
    SHOWN.some((key) => key === text),
  );
  const [group, setGroup] = useAddressValue<string>('of', '', isGroup);
  const { years } = lifetime;
  const groups = lifetime.groups.map((one) => one.activity_group);
  const ofGroup = (year: Year, key: string): Totals =>
    year.groups.find((one) => one.activity_group === key)?.totals ?? NO_TOTALS;
  const of = (year: Year): Totals => (group ? ofGroup(year, group) : year.totals);
  const most = Math.max(...years.map((year) => of(year)[show]), 0);
  const text = (key: MetricKey, value: number) => {
    // A column of years is in hours throughout, also where the first year had few.
    const shown =
      key === 'duration'
        ? { value: formatNumber(value / 3600, { locale, digits: value < TEN_HOURS ? 1 : 0 }), unit: 'h' }
        : metricText(key, value, system, locale);
    return value > 0 ? `${shown.value} ${shown.unit}`.trim() : '–';
  };
  const figure = (key: MetricKey, value: number, href: string) =>
    own && value > 0 ? (
      <Link variant="quiet" href={href}>
        {text(key, value)}
      </Link>
    ) : (
      text(key, value)
    );
  const drawn = group ? [group] : groups;
  const columns: Column<Year>[] = [
    {
      key: 'year',
      header: t`Year`,
      render: ({ year }) => (
        <Box as="b">{own ? <Link href={workoutsPath(year, group)}>{year}</Link> : year}</Box>
      ),
    },
    {
      key: 'bar',
      header: <Trans>By group</Trans>,
      width: '45%',
      render: (year) => (
        <YearBar
          parts={drawn.map((key) => ({ key, value: ofGroup(year, key)[show] }))}
          most={most}
          href={own ? workoutsPath(year.year, group, show) : null}
        />
      ),
    },
    ...KEYS.map((key): Column<Year> => ({
      key,
      header: i18n._(METRIC_NAMES[key]),
      figure: true,
      render: (year) => figure(key, of(year)[key], workoutsPath(year.year, group, key)),
    })),
  ];
  const groupColumns: Column<Year>[] = [
    { key: 'year', header: t`Year`, render: ({ year }) => year },
    ...groups.map((key): Column<Year> => ({
      key,
      header: i18n._(groupName(key)),
      figure: true,
      render: (year) => figure(show, ofGroup(year, key)[show], workoutsPath(year.year, key, show)),
    })),
  ];
  return (
    <Section
      id="years"
      title={<Trans>Year by year</Trans>}
      choices={
        <>
          <SegmentedControl
            label={t`Chart shows`}
            value={show}
            onChange={setShow}
            options={SHOWN.map((value) => ({ value, label: i18n._(METRIC_NAMES[value]) }))}
          />
          <GroupSelect groups={groups} value={group} onChange={setGroup} all />
        </>
      }
    >
      <Flex
        as="ul"
        listStyleType="none"
        wrap="wrap"
        columnGap={5}
        rowGap={1}
        fontSize="sm"
        color="muted"
        mb={3}
      >
        {drawn.map((key) => (
          <Flex as="li" key={key} align="center" gap={2}>
            <Box as="span" w="10px" h="10px" borderRadius="sm" style={{ background: colourOf(key) }} />
            <ActivityIcon group={groupKey(key)} size={18} />
            {i18n._(groupName(key))}
          </Flex>
        ))}
      </Flex>
      <Table stack caption={t`Year by year`} columns={columns} rows={years} rowKey={({ year }) => year} />
      {groups.length > 1 && (
        <Box mt={3}>
          <ChartTable
            caption={t`Chart as a table`}
            columns={groupColumns}
            rows={years}
            rowKey={({ year }) => year}
          />
        </Box>
      )}
    </Section>
  );
}

/** The activity types that make a group. */
const typesOf = (group: string): string[] =>
  ACTIVITY_GROUPS.find(({ key }) => key === group)?.ids.map(String) ?? [];

/** The workouts of a year, of one group or all. */
const workoutsPath = (year: number, group: string, metric?: MetricKey): string =>
  allWorkoutsPath({
    from: `${year}-01-01`,
    to: `${year}-12-31`,
    activityTypes: typesOf(group),
    largest: metric,
  });

const colourOf = (group: string) => `var(--wm-group-${groupKey(group)})`;

interface YearBarProps {
  parts: readonly { key: string; value: number }[];
  most: number;
  href: string | null;
}

function YearBar({ parts, most, href }: YearBarProps) {
  const bar = (
    <Flex as="span" h="14px" gap="2px">
      {parts.map(({ key, value }) =>
        value > 0 ? (
          <Box
            as="span"
            key={key}
            h="100%"
            minW="2px"
            borderRadius="2px"
            style={{ width: `${(value / most) * 100}%`, background: colourOf(key) }}
          />
        ) : null,
      )}
    </Flex>
  );
  return (
    // As a list on a phone the cell has an empty label before it.
    <Box as="span" display="block" aria-hidden="true" flex={1} ms={{ base: -4, md: 0 }}>
      {href === null ? (
        bar
      ) : (
        // For pointers alone: the figures beside it lead there too.
        <Link variant="quiet" display="block" py="5px" tabIndex={-1} href={href}>
          {bar}
        </Link>
      )}
    </Box>
  );
}
