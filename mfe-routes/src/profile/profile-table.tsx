import { Trans, useLingui } from '@lingui/react/macro';
import { ChartTable } from '@waymark/chart';
import { convert, formatDistance, formatElevation, unitsOf } from '@waymark/units';
import { type Heights, heightAt, partFigures } from './heights.ts';
import { joinUnit, type FormatOptions } from './profile-texts.ts';

/** More rows than so many nobody reads: then each fifth, tenth … kilometre. */
const MOST_ROWS = 200;

/** Each kilometre or mile of a course, and what is left at its end. */
function splitsOf(heights: Heights, unit: number) {
  const step = unit * [1, 5, 10, 50, 100, 1000].find((by) => heights.total / unit / by <= MOST_ROWS)!;
  return Array.from({ length: Math.max(1, Math.ceil(heights.total / step - 1e-3)) }, (_, i) => {
    const part = { from: i * step, to: Math.min(heights.total, (i + 1) * step) };
    const { ascent, descent } = partFigures(heights, part);
    return { to: part.to, height: heightAt(heights, part.to), ascent, descent };
  });
}

/** The profile in numbers, for everyone who cannot see it or wants to copy it. */
export function ProfileTable({ heights, system, locale }: { heights: Heights } & FormatOptions) {
  const { t } = useLingui();
  const metres = (value: number | null) => joinUnit(formatElevation(value, system, { locale }));
  return (
    <ChartTable
      summary={<Trans>Elevation as a table</Trans>}
      caption={t`Elevation along the route`}
      rows={() => splitsOf(heights, convert(1, unitsOf(system).distance, 'm'))}
      rowKey={({ to }) => to}
      columns={[
        {
          key: 'to',
          header: t`Distance`,
          render: ({ to }) => joinUnit(formatDistance(to, system, { locale })),
        },
        { key: 'height', header: t`Elevation`, figure: true, render: ({ height }) => metres(height) },
        { key: 'ascent', header: t`Ascent`, figure: true, render: ({ ascent }) => metres(ascent) },
        { key: 'descent', header: t`Descent`, figure: true, render: ({ descent }) => metres(descent) },
      ]}
    />
  );
}
