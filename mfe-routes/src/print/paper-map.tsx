import type { RouteDetail } from '@waymark/api-contract';
import { useLingui } from '@lingui/react/macro';
import { lineBounds, type MapView } from '@waymark/map';
import { useMeasurementSystem } from '@waymark/remote';
import { type Plan, type PlanLine, waypoints } from '@waymark/routes';
import { convert, unitsOf } from '@waymark/units';
import { useEffect, useMemo, useState } from 'react';
import { drawRoute } from '../map/draw-route.ts';
import { MapBox } from '../map/map-box.tsx';
import { type ScaleBar, scaleBar } from './scale-bar.ts';

interface PaperMapProps {
  route: RouteDetail;
  plan: Plan;
  whole: PlanLine;
}

/** A map that can be moved to what shall be printed; on paper stands a picture of it, with scale and north. */
export function PaperMap({ route, plan, whole }: PaperMapProps) {
  const { t } = useLingui();
  const system = useMeasurementSystem();
  const [map, setMap] = useState<MapView | null>(null);
  const [picture, setPicture] = useState<string>();
  const [scale, setScale] = useState<ScaleBar>();
  const bounds = useMemo(() => lineBounds(whole.line) ?? undefined, [whole]);

  useEffect(() => {
    if (!map) return undefined;
    const unit = convert(1, unitsOf(system).distance, 'm');
    const remove = drawRoute(map, { whole, waypoints: waypoints(plan), unit, arrows: true });
    let turn = 0;
    const take = async () => {
      const mine = ++turn;
      setScale(
        scaleBar({ lat: map.center()[1], zoom: map.zoomLevel(), width: map.element.clientWidth }, system),
      );
      const taken = await map.picture().catch(() => null);
      // Without a picture the map itself is printed. One that is hidden, because the page is being printed, has none to give.
      if (mine === turn && map.element.clientWidth > 0) setPicture(taken?.toDataURL('image/png'));
    };
    void take();
    const end = map.on('moveend', () => void take());
    return () => {
      turn = -1;
      end();
      remove();
    };
  }, [map, whole, plan, system]);

  return (
    <figure className="wm-print__map" style={{ margin: 0 }} data-picture={picture ? 'taken' : undefined}>
      <div className="wm-print__live" style={{ height: '100%' }}>
        <MapBox
          label={t`Map of ${route.name}`}
          height="100%"
          controls={['zoom', 'fit', 'type']}
          fitTo={bounds}
          onMap={(made) => {
            setMap(made);
            return () => setMap(null);
          }}
        />
      </div>
      <img className="wm-print__picture" alt="" {...(picture && { src: picture })} />
      <div className="wm-print__north" aria-hidden="true">
        <svg viewBox="0 0 12 20" width="12" height="20">
          <path d="M6 0 11 19 6 15 1 19Z" fill="currentColor" />
        </svg>
        {t({ message: 'N', comment: 'North, on a map' })}
      </div>
      {scale && (
        <div className="wm-print__scale" aria-hidden="true" style={{ width: `${scale.part * 100}%` }}>
          <span>{scale.text}</span>
        </div>
      )}
    </figure>
  );
}
