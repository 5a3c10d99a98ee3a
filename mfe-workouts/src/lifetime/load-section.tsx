import { keepPreviousData } from '@tanstack/react-query';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { TrainingLoad } from '@waymark/api-contract';
import { statsCalls } from '@waymark/api-contract/client';
import { useCall, useFormatLocale } from '@waymark/remote';
import { formatNumber } from '@waymark/units';
import { Box, SegmentedControl, Skeleton, Stack, Text } from '@waymark/ui';
import { useAddressValue } from '../shared/use-address-value.ts';
import { addDays } from '../shared/days.ts';
import { Failed } from '../stats/failed.tsx';
import { LoadChart } from './load-chart.tsx';
import type { LifetimeSectionProps } from './records-section.tsx';
import { Section } from './section.tsx';

const SPANS = { '90': 90, '365': 365 } as const;

/** How much training was, and what it left behind: fitness, fatigue and form. One's own only. */
export function LoadSection({ member, lifetime }: LifetimeSectionProps) {
  const { t } = useLingui();
  const [span, setSpan] = useAddressValue<keyof typeof SPANS>('load', '90', (text) =>
    Object.hasOwn(SPANS, text),
  );
  const { data, error, refetch, isFetching } = useCall(
    statsCalls.load,
    {
      params: { id: member },
      query: { from: addDays(lifetime.today, 1 - SPANS[span]), to: lifetime.today },
    },
    { placeholderData: keepPreviousData },
  );
  return (
    <Section
      id="load"
      title={<Trans>Training load</Trans>}
      choices={
        <SegmentedControl
          label={t`Period`}
          value={span}
          onChange={setSpan}
          options={[
            { value: '90', label: <Trans>90 days</Trans> },
            { value: '365', label: <Trans>12 months</Trans> },
          ]}
        />
      }
    >
      {error && (
        <Failed
          title={<Trans>We couldn’t load the training load.</Trans>}
          error={error}
          retry={refetch}
          busy={isFetching}
        />
      )}
      {!data && !error && <Skeleton height="460px" />}
      {data && (
        <Stack gap={4}>
          {data.days.some(({ load, fitness }) => load > 0 || fitness > 0) ? (
            <LoadChart load={data} />
          ) : (
            <Text muted>
              <Trans>
                No workout of this span has a heart rate. Training load is worked out from it, so it begins
                with the first workout that has one.
              </Trans>
            </Text>
          )}
          <HowItIsMade load={data} />
        </Stack>
      )}
    </Section>
  );
}

function HowItIsMade({ load }: { load: TrainingLoad }) {
  const locale = useFormatLocale();
  const { counted, not_counted: without } = load;
  const rest = formatNumber(load.resting_heartrate, { locale });
  const most = formatNumber(load.maximum_heartrate, { locale });
  return (
    <Box as="div" color="muted" fontSize="sm">
      <Text mb={2}>
        <Plural
          value={counted}
          one="# workout with a heart rate counts."
          other="# workouts with a heart rate count."
        />{' '}
        {without > 0 && (
          <Plural
            value={without}
            one="# without one cannot be counted."
            other="# without one cannot be counted."
          />
        )}
      </Text>
      <Text mb={2}>
        <Trans>
          Load is the minutes of a workout times how much of your heart-rate reserve you used, and hard
          minutes count more than easy ones. Your reserve runs from {rest} to {most} beats per minute.
        </Trans>{' '}
        {load.maximum_from === 'zones' && <Trans>The upper end comes from your heart-rate zones.</Trans>}
        {load.maximum_from === 'age' && <Trans>The upper end is estimated from your age.</Trans>}
        {load.maximum_from === 'default' && (
          <Trans>The upper end is assumed, as neither your heart-rate zones nor your age are known.</Trans>
        )}
      </Text>
      <Text>
        <Trans>
          Fitness is the weighted mean load of about 42 days, fatigue that of about 7, and form is the fitness
          minus the fatigue of the day before. Source: E. W. Banister, Modeling elite athletic performance, in
          Physiological Testing of Elite Athletes, 1991.
        </Trans>
      </Text>
    </Box>
  );
}
