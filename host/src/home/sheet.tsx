import { Trans, useLingui } from '@lingui/react/macro';
import { formatDistance, formatElevation, measurementSystemFor, type Shown } from '@waymark/units';
import type { ReactNode } from 'react';
import { useSession, useSettings } from '../app/context.ts';
import { drawing } from './drawing.ts';
import { HEIGHT, WIDTH } from './terrain.ts';

/** The picture of the home page: a demo hike on its own map, with its profile and its figures, all drawn from the track. */
export function Sheet() {
  const { t } = useLingui();
  const { contours, track, profile, markers, summit, figures } = drawing();
  const system = measurementSystemFor({
    member: useSession().user?.display_measurement_system,
    country: useSettings().country,
  });
  return (
    <figure className="wm-h-sheet">
      <svg
        className="wm-h-sheet-map"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="xMidYMid slice"
        role="img"
        aria-label={t`A demo hike on a map with contour lines: up from a valley, over a ridge and back`}
      >
        <path className="wm-h-sheet-contour" d={contours.thin} />
        <path className="wm-h-sheet-contour" data-index d={contours.index} />
        <path className="wm-h-sheet-halo" d={track} />
        <path className="wm-h-sheet-track" d={track} pathLength={1} />
        {markers.map(({ x, y }) => (
          <circle key={`${x} ${y}`} className="wm-h-sheet-marker" cx={x} cy={y} r={4.5} />
        ))}
        <path className="wm-h-sheet-summit" d={`M${summit.x} ${summit.y - 19}l9 15h-18z`} />
        <circle className="wm-h-sheet-start" cx={markers[0]?.x} cy={markers[0]?.y} r={8} />
      </svg>
      <svg
        className="wm-h-sheet-profile"
        viewBox={`0 0 ${WIDTH} 90`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path className="wm-h-sheet-area" d={`${profile}V90H0z`} />
        <path className="wm-h-sheet-line" d={profile} />
      </svg>
      <figcaption>
        <dl>
          <Figure name={<Trans>Distance</Trans>} value={formatDistance(figures.distance, system)} />
          <Figure name={<Trans>Ascent</Trans>} value={formatElevation(figures.ascent, system)} />
          <Figure name={<Trans>High point</Trans>} value={formatElevation(figures.high, system)} />
        </dl>
        <p>
          <Trans>A demo hike, drawn by Waymark</Trans>
        </p>
      </figcaption>
    </figure>
  );
}

function Figure({ name, value: { value, unit } }: { name: ReactNode; value: Shown }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value}
        <small>{` ${unit}`}</small>
      </dd>
    </div>
  );
}
