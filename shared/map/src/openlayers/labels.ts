import { textHeights } from 'ol/render/canvas.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import type { Palette } from '../palette.ts';

const LARGE = '600 12px system-ui, sans-serif';
const SMALL = '400 12px system-ui, sans-serif';
const STREET = '500 11px system-ui, sans-serif';
const HEIGHT = '400 10px system-ui, sans-serif';
// The library measures a font with markup that it writes into the page, which the page's Trusted Types refuse.
textHeights[LARGE] = textHeights[SMALL] = textHeights[STREET] = 14;
textHeights[HEIGHT] = 12;

export const placeLabel = (text: string, large: boolean, { muted, halo }: Palette): Style =>
  new Style({
    text: new Text({
      text,
      font: large ? LARGE : SMALL,
      fill: new Fill({ color: muted }),
      stroke: new Stroke({ color: halo, width: 3 }),
    }),
  });

/** The name of a street along it. */
export const streetLabel = (text: string, { muted, halo }: Palette): Style =>
  new Style({
    text: new Text({
      text,
      font: STREET,
      placement: 'line',
      fill: new Fill({ color: muted }),
      stroke: new Stroke({ color: halo, width: 3 }),
    }),
    zIndex: 10,
  });

/** The height of a contour line along it. */
export const heightLabel = (text: string, { height, halo }: { height: string; halo: string }): Text =>
  new Text({
    text,
    font: HEIGHT,
    placement: 'line',
    repeat: 320,
    fill: new Fill({ color: height }),
    stroke: new Stroke({ color: halo, width: 3 }),
  });
