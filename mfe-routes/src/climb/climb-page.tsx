import { Trans, useLingui } from '@lingui/react/macro';
import { useFormatLocale, useMeasurementSystem, usePageTitle } from '@waymark/remote';
import { Box, Button, Heading, Stack, Table, Text } from '@waymark/ui';
import { formatDistance, formatElevation, formatNumber } from '@waymark/units';
import type { ReactNode } from 'react';

/** How climbs are measured and rated, in words and with examples. */
export default function ClimbPage() {
  const { t } = useLingui();
  usePageTitle(t`Climbs`);
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const nameOf = (category: ClimbCategory): string =>
    category === 'HC' ? t`HC, beyond category` : t`Category ${category}`;
  const distance = (meters: number) => {
    const { value, unit } = formatDistance(meters, system, { locale, digits: 1 });
    return `${value}\u00a0${unit}`;
  };
  const height = (meters: number) => {
    const { value, unit } = formatElevation(meters, system, { locale });
    return `${value}\u00a0${unit}`;
  };
  return (
    <Stack gap={8} maxW="72ch">
      <Stack gap={3}>
        <Heading level={1}>
          <Trans>Climbs: how they are measured and rated</Trans>
        </Heading>
        <Text fontSize="lg" muted>
          <Trans>What the figures of a route say about going up, and what they cannot say.</Trans>
        </Text>
      </Stack>
      <Part title={<Trans>Ascent and descent</Trans>}>
        <Text>
          <Trans>
            Ascent is the sum of everything you go up on the way, not the difference between the lowest and
            the highest place. Heights wobble a little from point to point, so they are smoothed first, and a
            rise counts from {height(2)} on. The same rule holds for routes and for recorded workouts, so you
            can compare them.
          </Trans>
        </Text>
        <Text>
          <Trans>
            Where there is no elevation data, the profile says so instead of drawing a flat line. Bridges and
            tunnels follow the ground beneath or above them.
          </Trans>
        </Text>
      </Part>
      <Part title={<Trans>Grade</Trans>}>
        <Text>
          <Trans>
            Grade is the height gained for the distance covered: 5 % is {height(50)} up on {distance(1000)}.
            The profile shades it, from flat to steep, and names it at the pointer.
          </Trans>
        </Text>
      </Part>
      <Part title={<Trans>Categories of climbs</Trans>}>
        <Text>
          <Trans>
            Cyclists rate a climb by its length in meters times its average grade in percent. It needs at
            least 3 % and a score of 8,000 to have a category. The scores are the ones that are commonly used;
            races also look at where in the stage a climb lies.
          </Trans>
        </Text>
        <Table
          caption={t`Categories and scores`}
          rows={CLIMB_CATEGORIES}
          rowKey={({ category }) => category}
          columns={[
            { key: 'category', header: t`Category`, render: ({ category }) => nameOf(category) },
            {
              key: 'score',
              header: t`Score from`,
              figure: true,
              render: ({ from }) => formatNumber(from, { locale, digits: 0 }),
            },
          ]}
        />
        <Table
          caption={t`Examples`}
          rows={EXAMPLES}
          rowKey={({ length, grade }) => `${length} ${grade}`}
          columns={[
            { key: 'length', header: t`Length`, render: ({ length }) => distance(length) },
            { key: 'grade', header: t`Grade`, figure: true, render: ({ grade }) => `${grade} %` },
            {
              key: 'gain',
              header: t`Height gained`,
              figure: true,
              render: ({ length, grade }) => height((length * grade) / 100),
            },
            {
              key: 'category',
              header: t`Category`,
              render: ({ length, grade }) => {
                const { category } = climbScore(length, grade);
                return category ? nameOf(category) : t`None`;
              },
            },
          ]}
        />
      </Part>
      <Box>
        <Button variant="primary" href="/routes/create">
          <Trans>Plan a route with climbs</Trans>
        </Button>
      </Box>
    </Stack>
  );
}

const Part = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <Stack as="section" gap={3}>
    <Heading level={2}>{title}</Heading>
    {children}
  </Stack>
);

type ClimbCategory = '4' | '3' | '2' | '1' | 'HC';

/**
 * Lowest score of each category; score is metres times percent. The thresholds double from 8,000 to 64,000, and
 * 80,000 is beyond category, as public cycling sites commonly count them.
 */
const CLIMB_CATEGORIES: readonly { category: ClimbCategory; from: number }[] = [
  { category: '4', from: 8000 },
  { category: '3', from: 16_000 },
  { category: '2', from: 32_000 },
  { category: '1', from: 64_000 },
  { category: 'HC', from: 80_000 },
];

const GRADE_MIN = 3;

/** Score and category of a climb. @param length metres @param grade percent */
export function climbScore(length: number, grade: number): { score: number; category: ClimbCategory | null } {
  const score = length * grade;
  const reached = grade < GRADE_MIN ? undefined : CLIMB_CATEGORIES.findLast(({ from }) => score >= from);
  return { score, category: reached?.category ?? null };
}

const EXAMPLES: readonly { length: number; grade: number }[] = [
  { length: 500, grade: 9 },
  { length: 1600, grade: 5 },
  { length: 3200, grade: 6 },
  { length: 6000, grade: 6 },
  { length: 9000, grade: 7.5 },
  { length: 13_800, grade: 8.1 },
];
