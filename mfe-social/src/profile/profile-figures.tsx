import { Trans, useLingui } from '@lingui/react/macro';
import type { Profile } from '@waymark/api-contract';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { Flex, Heading, Stack, StatTile } from '@waymark/ui';
import { formatDistance, formatDuration, formatElevation, formatNumber } from '@waymark/units';

type Figures = NonNullable<Profile['figures']>;

/** How much the member trained, this year and in all, of what the viewer may see. */
export default function ProfileFigures({ figures }: { figures: Figures }) {
  const { t } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const { this_year: year } = figures;
  const distance = (meters: number) => formatDistance(meters, system, { locale, digits: 0 });
  const ascent = formatElevation(figures.ascent, system, { locale });
  const whole = (value: number) => formatNumber(value, { locale });
  return (
    <Flex columnGap={{ base: 10, md: 16 }} rowGap={6} wrap="wrap">
      <Stack as="section" gap={2} aria-labelledby="this-year">
        <Heading level={2} size="lg" id="this-year">
          <Trans>This year</Trans>
        </Heading>
        <Flex gap={{ base: 5, md: 8 }} wrap="wrap">
          <StatTile label={t`Workouts`} value={whole(year.workout_count)} forceZero />
          <StatTile label={t`Distance`} {...distance(year.distance)} />
          <StatTile label={t`Time`} value={formatDuration(year.duration)} />
        </Flex>
      </Stack>
      <Stack as="section" gap={2} aria-labelledby="all-time">
        <Heading level={2} size="lg" id="all-time">
          <Trans>All time</Trans>
        </Heading>
        <Flex gap={{ base: 5, md: 8 }} wrap="wrap">
          <StatTile label={t`Workouts`} value={whole(figures.workout_count)} forceZero />
          <StatTile label={t`Distance`} {...distance(figures.distance)} />
          <StatTile label={t`Ascent`} value={ascent.value} unit={ascent.unit} />
        </Flex>
      </Stack>
    </Flex>
  );
}
