import type { Workout, WorkoutSummary } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useFormatLocale } from '@waymark/remote';
import { Box, Flex, StatTile, Text } from '@waymark/ui';
import { formatNumber } from '@waymark/units';
import { useFigures } from './figures.ts';
import { SmallFigure } from './small-figure.tsx';

const TILES = 5;

/** The five figures that say most, large; the others below, small. */
export function SummaryTiles({ workout }: { workout: WorkoutSummary & Partial<Pick<Workout, 'load'>> }) {
  const { t } = useLingui();
  const locale = useFormatLocale();
  const figures = useFigures(workout);
  const { load = null } = workout;
  const rest = figures.slice(TILES);
  return (
    <Box as="section" aria-label={t`Summary`}>
      <Box
        display="grid"
        gridTemplateColumns={{ base: '1fr 1fr', md: 'repeat(5, minmax(max-content, 1fr))' }}
        columnGap={{ base: 4, md: 5 }}
        rowGap={4}
        borderTop="hairline"
        pt={4}
      >
        {figures.slice(0, TILES).map(({ key, label, value, unit }) => (
          <StatTile key={key} label={label} value={value} unit={unit} />
        ))}
      </Box>
      {(rest.length > 0 || load !== null) && (
        <Flex wrap="wrap" columnGap={8} rowGap={3} mt={5} pt={3} borderTop="hairline">
          {rest.map(({ key, ...figure }) => (
            <SmallFigure key={key} {...figure} />
          ))}
          {load !== null && (
            <SmallFigure label={t`Training load`} value={formatNumber(load, { locale })} unit="" />
          )}
        </Flex>
      )}
      {load !== null && (
        <Text muted size="xs" mt={2}>
          <Trans>
            Training load weighs the minutes by how hard your heart worked (TRIMP after Banister).
          </Trans>
        </Text>
      )}
    </Box>
  );
}
