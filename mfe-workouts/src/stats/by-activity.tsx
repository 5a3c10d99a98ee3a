import { Trans, useLingui } from '@lingui/react/macro';
import type { StatsByActivity, UserStats } from '@waymark/api-contract';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { ActivityIcon, Box, type Column, Flex, groupKey, Heading, Link, Table } from '@waymark/ui';
import { allWorkoutsPath } from '../shared/all-workouts-path.ts';
import { METRIC_NAMES, metricText, type MetricKey } from './metrics.ts';

const USUAL: readonly MetricKey[] = ['distance', 'duration', 'count'];

/** What the span is made of, each activity with its share of what the bars show. */
export function ByActivity({ stats, show, own }: { stats: UserStats; show: MetricKey; own: boolean }) {
  const { t, i18n } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const rows = stats.by_activity.toSorted((a, b) => b.totals[show] - a.totals[show]);
  if (rows.length === 0) return null;
  const whole = rows.reduce((sum, { totals }) => sum + totals[show], 0);
  const percent = new Intl.NumberFormat(locale, { style: 'percent' });
  const share = ({ totals }: StatsByActivity) => (whole > 0 ? totals[show] / whole : 0);
  // What the share is of stands beside it; the rest follows.
  const keys = [show, ...USUAL.filter((key) => key !== show)];
  const columns: Column<StatsByActivity>[] = [
    {
      key: 'activity',
      header: t`Activity`,
      render: (row) => (
        <Flex as="span" align="center" gap={2}>
          <ActivityIcon group={groupKey(row.activity_group)} size={22} />
          {own ? (
            <Link
              variant="quiet"
              href={allWorkoutsPath({
                from: stats.from,
                to: stats.to,
                activityTypes: [String(row.activity_type_id)],
              })}
            >
              {row.activity_name}
            </Link>
          ) : (
            row.activity_name
          )}
        </Flex>
      ),
    },
    {
      key: 'share',
      header: t`Share`,
      width: '32%',
      render: (row) => (
        <Flex as="span" align="center" gap={3} flex={1}>
          <Share part={share(row)} group={row.activity_group} />
          <Box as="span" minW="4ch" whiteSpace="nowrap" textAlign="end" fontVariantNumeric="tabular-nums">
            {percent.format(share(row))}
          </Box>
        </Flex>
      ),
    },
    ...keys.map((key): Column<StatsByActivity> => ({
      key,
      header: i18n._(METRIC_NAMES[key]),
      figure: true,
      render: ({ totals }) => {
        const { value, unit } = metricText(key, totals[key], system, locale);
        return totals[key] > 0 ? `${value} ${unit}` : '–';
      },
    })),
  ];
  return (
    <Box as="section" aria-labelledby="by-activity">
      <Heading level={2} id="by-activity" mb={2}>
        <Trans>By activity</Trans>
      </Heading>
      <Table
        stack
        caption={t`By activity`}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.activity_type_id}
      />
    </Box>
  );
}

function Share({ part, group }: { part: number; group: string }) {
  return (
    <Box as="span" display="block" flex={1} h="8px" borderRadius="full" bg="sunken">
      <Box
        as="span"
        display="block"
        h="100%"
        borderRadius="full"
        style={{
          width: `${part > 0 ? Math.max(part * 100, 1) : 0}%`,
          background: `var(--wm-group-${groupKey(group)})`,
        }}
      />
    </Box>
  );
}
