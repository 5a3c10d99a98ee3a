import type { Workout, WorkoutSummary } from '@waymark/api-contract';
import { useLingui } from '@lingui/react/macro';
import { StatTile } from '@waymark/ui';
import '../look.css';
import { ABOUT_LOAD, figuresOf, smallFiguresOf, TILES } from './figures-of.ts';
import { useWords } from './figures.ts';
import { SmallFigure } from './small-figure.tsx';

/** The five figures that say most, large; the others below, small. The early view draws the same. */
export function SummaryTiles({
  workout,
}: {
  workout: WorkoutSummary & Partial<Pick<Workout, 'load' | 'pool_length'>>;
}) {
  const { t } = useLingui();
  const words = useWords();
  const figures = figuresOf(workout, words);
  const { load = null } = workout;
  const small = smallFiguresOf(figures, load, words);
  return (
    <section aria-label={t`Summary`}>
      <div className="wm-w-tiles">
        {figures.slice(0, TILES).map(({ key, label, value, unit }) => (
          <StatTile key={key} label={label} value={value} unit={unit} />
        ))}
      </div>
      {small.length > 0 && (
        <div className="wm-w-more">
          {small.map(({ key, ...figure }) => (
            <SmallFigure key={key} {...figure} />
          ))}
        </div>
      )}
      {load !== null && <p className="wm-text wm-w-note">{words.text(ABOUT_LOAD)}</p>}
    </section>
  );
}
