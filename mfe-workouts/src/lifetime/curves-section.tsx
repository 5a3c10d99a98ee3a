import { keepPreviousData } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import { statsCalls } from '@waymark/api-contract/client';
import { useCall, useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { Grid, SegmentedControl, Skeleton, Text } from '@waymark/ui';
import { paceUnit, tempoOf, unitsOf } from '@waymark/units';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Failed } from '../stats/failed.tsx';
import { CurveChart } from './curve-chart.tsx';
import { distanceAxes, distancePoints, powerAxes, powerPoints } from './curve-points.ts';
import { useAddressValue } from '../shared/use-address-value.ts';
import { GroupSelect, isGroup } from './group-select.tsx';
import type { LifetimeSectionProps } from './records-section.tsx';
import { Section } from './section.tsx';
import { addDays } from '../shared/days.ts';

type CurveSpan = 'all' | 'year' | 'recent';

const CURVE_SPANS: Record<CurveSpan, MessageDescriptor> = {
  all: msg`All time`,
  year: msg`This year`,
  recent: msg`Last 90 days`,
};

/** The first day of a span; none for all time. */
export function spanStart(span: CurveSpan, today: string): string | undefined {
  if (span === 'all') return undefined;
  return span === 'year' ? `${today.slice(0, 4)}-01-01` : addDays(today, -89);
}

const SPANS = Object.keys(CURVE_SPANS) as CurveSpan[];

function useCurves(member: number, group: string, from?: string) {
  return useCall(
    statsCalls.curves,
    { params: { id: member }, query: { activity_group: group, from } },
    { placeholderData: keepPreviousData },
  );
}

/** The fastest time for each distance, and the highest power for each time, over many workouts. */
export function CurvesSection({ member, lifetime }: LifetimeSectionProps) {
  const { t, i18n } = useLingui();
  const locale = useFormatLocale();
  const system = useMeasurementSystem();
  const [chosen, setChosen] = useAddressValue<string>('efforts', '', isGroup);
  const [span, setSpan] = useAddressValue<CurveSpan>('span', 'all', (text) =>
    Object.hasOwn(CURVE_SPANS, text),
  );
  // What the member does most is asked for first; the answer tells which groups have recordings at all.
  const most =
    lifetime.groups.toSorted((a, b) => b.totals.duration - a.totals.duration)[0]?.activity_group ?? 'run';
  const first = useCurves(member, most);
  const groups = first.data?.activity_groups ?? [];
  const group = chosen || (groups.includes(most) ? most : (groups[0] ?? most));
  const ever = useCurves(member, group);
  const { data, error, refetch, isFetching } = useCurves(member, group, spanStart(span, lifetime.today));
  const spanName = i18n._(CURVE_SPANS[span]);
  const tempo = tempoOf(group);
  const speed = tempo === 'speed' ? unitsOf(system).speed : paceUnit(tempo, system);

  const distance = data ? distancePoints(data.distance, group, system, locale) : [];
  const power = data ? powerPoints(data.power, locale) : [];
  const behind = span === 'all' ? undefined : ever.data;
  const distanceBehind = behind ? distancePoints(behind.distance, group, system, locale) : [];
  const powerBehind = behind ? powerPoints(behind.power, locale) : [];
  const charts = [
    distance.length > 0 && (
      <CurveChart
        key="distance"
        name={t`Fastest time for each distance (${unitsOf(system).distance})`}
        unit={speed}
        colour="var(--wm-stream-pace)"
        points={distance}
        behind={distanceBehind}
        spanName={spanName}
        axes={distanceAxes([...distance, ...distanceBehind], group, system, locale)}
        over={t`Distance`}
        best={t`Time`}
        tempo={tempo === 'speed' ? t`Speed` : t`Pace`}
      />
    ),
    power.length > 0 && (
      <CurveChart
        key="power"
        name={t`Best power for each duration`}
        unit="W"
        colour="var(--wm-stream-power)"
        points={power}
        behind={powerBehind}
        spanName={spanName}
        axes={powerAxes([...power, ...powerBehind], locale)}
        over={t`Time`}
        best={t`Power`}
      />
    ),
  ].filter((chart) => chart !== false);

  return (
    <Section
      id="curves"
      title={<Trans>Best efforts</Trans>}
      choices={
        <>
          <SegmentedControl
            label={t`Period`}
            value={span}
            onChange={setSpan}
            options={SPANS.map((value) => ({ value, label: i18n._(CURVE_SPANS[value]) }))}
          />
          <GroupSelect groups={groups} value={group} onChange={setChosen} />
        </>
      }
    >
      {error && (
        <Failed
          title={<Trans>We couldn’t load the best efforts.</Trans>}
          error={error}
          retry={refetch}
          busy={isFetching}
        />
      )}
      {!data && !error && <Skeleton height="300px" />}
      {data && charts.length === 0 && (
        <Text muted>
          <Trans>
            No workout with a recording in this span. Best efforts come from the recordings of your device.
          </Trans>
        </Text>
      )}
      <Grid
        templateColumns={{
          base: 'minmax(0, 1fr)',
          lg: charts.length > 1 ? 'repeat(2, minmax(0, 1fr))' : 'minmax(0, 1fr)',
        }}
        gap={{ base: 8, lg: 10 }}
      >
        {charts}
      </Grid>
    </Section>
  );
}
