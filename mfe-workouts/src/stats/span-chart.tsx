import { Trans, useLingui } from '@lingui/react/macro';
import type { Totals, UserStats } from '@waymark/api-contract';
import { ChartTable, Legend } from '@waymark/chart';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { Box, VisuallyHidden, type Column } from '@waymark/ui';
import { BarChart } from './bar-chart.tsx';
import { bucketsOf, spanText, type Bucket } from './buckets.ts';
import { BEFORE } from './change.ts';
import { METRIC_KEYS, METRIC_NAMES, metricAxis, metricText, type MetricKey } from './metrics.ts';

interface SpanChartProps {
  stats: UserStats;
  show: MetricKey;
  /** Opens the workouts of some days. */
  onOpen?: ((days: { from: string; to: string }) => void) | undefined;
}

/** The span in bars beside the span before, and the same in numbers. A bar opens its workouts. */
export function SpanChart({ stats, show, onOpen }: SpanChartProps) {
  const { t, i18n } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const buckets = bucketsOf(stats, locale);
  const of = (totals: Totals | null) => totals?.[show] ?? 0;
  const most = Math.max(...buckets.flatMap(({ now, previous }) => [of(now), of(previous)]), 0);
  const axis = metricAxis(show, most, system, locale);
  const name = i18n._(METRIC_NAMES[show]);
  const say = (totals: Totals | null, key: MetricKey = show) => {
    const { value, unit } = metricText(key, totals?.[key] ?? 0, system, locale);
    return `${value} ${unit}`.trim();
  };
  const text = ({ name: day, now, previousName, previous }: Bucket) =>
    [day && `${day}: ${say(now)}`, previousName && `${previousName}: ${say(previous)}`]
      .filter(Boolean)
      .join('; ');
  const reading = (at: number | null) => {
    const place = at === null ? null : buckets[at]!;
    if (!place) {
      const whole = spanText(stats.period, stats.from, stats.to, locale);
      const past = spanText(stats.period, stats.previous_from, stats.previous_to, locale);
      return { now: { name: whole }, before: { name: past } };
    }
    return {
      now: place.now && { name: place.name, figure: say(place.now) },
      before: place.previous && { name: place.previousName, figure: say(place.previous) },
    };
  };
  const today = buckets.findLastIndex(({ key }) => key <= stats.today);
  const before = i18n._(BEFORE[stats.period]);
  const columns: Column<Bucket>[] = [
    { key: 'day', header: t`When`, render: (row) => <time>{row.name || row.previousName}</time> },
    ...METRIC_KEYS.map((key) => ({
      key,
      header: i18n._(METRIC_NAMES[key]),
      figure: true,
      render: (row: Bucket) => (row.now ? say(row.now, key) : '–'),
    })),
    {
      key: 'previous',
      header: `${name}, ${before}`,
      figure: true,
      render: (row) => (row.previous ? say(row.previous) : '–'),
    },
  ];
  return (
    <Box as="section" aria-labelledby="bars-name">
      <VisuallyHidden as="h2">
        <span id="bars-name">{name}</span>
      </VisuallyHidden>
      <BarChart
        label={t`${name}, bar by bar. Arrow keys move.`}
        title={axis.unit || name}
        bars={buckets.map(({ key, tick, now, previous }) => ({
          key,
          tick,
          value: now && now[show],
          previous: previous && previous[show],
        }))}
        top={axis.top}
        ticks={axis.ticks}
        start={Math.max(today, 0)}
        text={(at) => text(buckets[at]!)}
        renderReadout={(at) => <Reading {...reading(at)} />}
        onOpen={
          onOpen &&
          ((at) => {
            const days = buckets[at]?.days;
            if (days) onOpen(days);
          })
        }
      />
      {most === 0 && (
        <Box color="muted" fontSize="sm" mt={2}>
          <Trans>Nothing to show for this period or the one before.</Trans>
        </Box>
      )}
      <ChartTable caption={t`Chart as a table`} rows={buckets} rowKey={({ key }) => key} columns={columns} />
    </Box>
  );
}

/** The place being read, or both spans as a whole: in either case what bar and ghost stand for. */
function Reading({ now, before }: Record<'now' | 'before', { name: string; figure?: string } | null>) {
  const label = ({ name, figure }: { name: string; figure?: string }) => (
    <>
      <time>{name}</time> {figure && <b>{figure}</b>}
    </>
  );
  return (
    <Legend
      items={[
        ...(now ? [{ shape: 'bar' as const, colour: 'var(--wm-blaze)', label: label(now) }] : []),
        ...(before ? [{ shape: 'ghost' as const, colour: 'var(--wm-control)', label: label(before) }] : []),
      ]}
    />
  );
}
