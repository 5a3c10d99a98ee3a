import type { ActivityGroupKey } from './groups.ts';

/** Colours of a group on light (paper) and dark (night) ground. */
export interface GroupColour {
  light: string;
  dark: string;
}

/**
 * One colour for each group. They were searched for so that any two stay apart with protan, deutan and tritan
 * sight too, and stand out from the ground by 3 : 1; the tests measure both. Lightness does much of the work,
 * so a change of one value needs a look at all.
 */
export const GROUP_COLOURS: Readonly<Record<ActivityGroupKey, GroupColour>> = {
  generic: { light: '#3C3235', dark: '#ACACB6' },
  gym: { light: '#7375FF', dark: '#D5BFFF' },
  class: { light: '#B378CD', dark: '#7C5FCB' },
  hike: { light: '#AB5004', dark: '#E1761B' },
  ride: { light: '#1268D1', dark: '#518AFF' },
  run: { light: '#FE5402', dark: '#C74501' },
  walk: { light: '#045A46', dark: '#93DCAE' },
  swim: { light: '#476781', dark: '#DFE8FA' },
  winter: { light: '#1D3167', dark: '#8CA6F3' },
  sport: { light: '#C87695', dark: '#956263' },
  golf: { light: '#679A48', dark: '#A4FFA4' },
  basketball: { light: '#843302', dark: '#F5A74E' },
  baseball: { light: '#CE0697', dark: '#AF3A9B' },
  yoga: { light: '#50189C', dark: '#A87BB8' },
  others: { light: '#6B6F56', dark: '#84987C' },
};
