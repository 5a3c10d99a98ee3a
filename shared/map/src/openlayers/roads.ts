import type { FeatureLike } from 'ol/Feature.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import type { Palette } from '../palette.ts';
import {
  KERBS_FROM,
  LAND_AREAS,
  LAND_LINES,
  type LandArea,
  NAMED_AREAS,
  NAMES_FROM,
  ROAD_CLASSES,
  type RoadClass,
  ROADS,
  widthAt,
} from '../road-looks.ts';
import { placeLabel, streetLabel } from './labels.ts';
import { zoomOf } from './zoom-of.ts';

const NARROWEST_NAMED = 3;

/** A kind of road at one zoom. */
interface Look {
  width: number;
  /** From below to above; none where it is not drawn. */
  strokes: readonly Style[];
}

function lookOf(road: RoadClass, zoom: number, palette: Palette): Look {
  const { color, from, widths, dash } = ROADS[road];
  const width = widthAt(widths, zoom);
  if (zoom < from) return { width, strokes: [] };
  const rank = ROAD_CLASSES.indexOf(road);
  const round = { lineCap: 'round', lineJoin: 'round' } as const;
  const styles: Style[] = [];
  if (!dash && zoom >= KERBS_FROM)
    styles.push(
      new Style({
        stroke: new Stroke({ color: palette.kerb, width: width + 1.6, ...round }),
        zIndex: rank - 9,
      }),
    );
  styles.push(
    new Style({
      stroke: new Stroke({
        color: palette[color],
        width,
        ...(dash ? { lineDash: [...dash], lineCap: 'butt' } : round),
      }),
      zIndex: rank,
    }),
  );
  return { width, strokes: styles };
}

/** An area or a line below the roads; undefined for a kind that is not known. */
function landStyle(kind: string, zoom: number, palette: Palette): Style | undefined {
  const area = LAND_AREAS.find((known) => known === kind);
  if (area)
    return new Style({ fill: new Fill({ color: palette[area] }), zIndex: LAND_AREAS.indexOf(area) - 40 });
  if (!Object.hasOwn(LAND_LINES, kind)) return undefined;
  const { color, widths } = LAND_LINES[kind as keyof typeof LAND_LINES];
  return new Style({
    stroke: new Stroke({
      color: palette[color],
      width: widthAt(widths, zoom),
      lineCap: 'round',
      lineJoin: 'round',
    }),
    zIndex: -20,
  });
}

// A tile has thousands of roads and a handful of kinds.
let looks = new Map<RoadClass, Look>();
let landStyles = new Map<string, Style | undefined>();
let looksFor: { resolution: number; palette: Palette } | undefined;

/** How a road or a place of a tile is drawn; undefined for what is not drawn at this zoom. */
export function roadStyle(feature: FeatureLike, resolution: number, palette: Palette): Style[] | undefined {
  const name = String(feature.get('name') ?? '');
  if (feature.get('layer') === 'places') return name ? [placeLabel(name, false, palette)] : undefined;
  if (looksFor?.resolution !== resolution || looksFor.palette !== palette) {
    looks = new Map();
    landStyles = new Map();
    looksFor = { resolution, palette };
  }
  const zoom = zoomOf(resolution);
  if (feature.get('layer') === 'land') {
    const kind = String(feature.get('class'));
    if (!landStyles.has(kind)) landStyles.set(kind, landStyle(kind, zoom, palette));
    const style = landStyles.get(kind);
    if (!style) return undefined;
    const isNamed = name && zoom >= NAMES_FROM - 1 && NAMED_AREAS.includes(kind as LandArea);
    return isNamed ? [style, placeLabel(name, false, palette)] : [style];
  }
  const road: RoadClass | undefined = ROAD_CLASSES.find((known) => known === feature.get('class'));
  if (!road) return undefined;
  let look = looks.get(road);
  if (!look) looks.set(road, (look = lookOf(road, zoom, palette)));
  const { width, strokes } = look;
  if (strokes.length === 0) return undefined;
  const named = name && zoom >= NAMES_FROM && width >= NARROWEST_NAMED && road !== 'way';
  return named ? [...strokes, streetLabel(name, palette)] : (strokes as Style[]);
}
