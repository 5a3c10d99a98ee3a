import { msg } from '@lingui/core/macro';
import type { MapType, RouteDetail } from '@waymark/api-contract';
import { readLocal, writeLocal } from '@waymark/api-contract/browser-storage';
import type { StandaloneData } from '@waymark/remote/standalone';
import { lineBounds, loadMapView, mapSource, type MapView, offeredSources } from '@waymark/map';
import { el } from '@waymark/remote/early/elements';
import { type Plan, type PlanLine, waypoints } from '@waymark/routes';
import { MAP_TYPE_NAMES } from '@waymark/ui/map-type-names';
import { convert, unitsOf } from '@waymark/units';
import type { ProfileFocus } from '../profile/profile-focus.ts';
import { syncMapWithProfile } from '../view/sync-map-with-profile.ts';
import type { EmbedOptions } from './embed-options.ts';

interface EmbeddedMap {
  route: RouteDetail;
  plan: Plan;
  whole: PlanLine;
  focus: ProfileFocus;
  data: StandaloneData;
  options: EmbedOptions;
}

/** Puts the map into its box once its library is there; without it the rest of the page stands. */
export function showEmbeddedMap(box: HTMLElement, embedded: EmbeddedMap): void {
  const { route, plan, whole, focus, data, options } = embedded;
  const inner = el('div', { tabindex: '0' });
  box.replaceChildren(inner);
  keepPageScrolling(box);
  const source = mapSource(data.mapSources, readLocal('waymark-map-type') ?? null, data.services.routing);
  const variant = data.rollouts['mapping'] === 'maplibre' ? 'maplibre' : 'openlayers';
  const label = options.text(msg`Map of ${route.name}`);
  loadMapView(variant, inner, { source, system: options.system, label, role: 'application' }).then(
    (map) => {
      const bounds = lineBounds(whole.line);
      if (bounds) map.fit(bounds, { padding: 64 });
      const unit = convert(1, unitsOf(options.system).distance, 'm');
      syncMapWithProfile(map, { whole, waypoints: waypoints(plan), unit, focus });
      // A finger scrolls the page around the frame; two of them, or the buttons, zoom.
      inner.style.touchAction = 'pan-y';
      box.append(mapControls(map, data, options));
    },
    () => {
      const again = el(
        'button',
        { type: 'button', class: 'wm-button' },
        options.text(msg`Load the map again`),
      );
      again.addEventListener('click', () => showEmbeddedMap(box, embedded));
      box.replaceChildren(el('div', { class: 'wm-embed__retry' }, again));
    },
  );
}

function mapControls(map: MapView, data: StandaloneData, { text }: EmbedOptions): HTMLElement {
  const button = (label: string, sign: string, steps: number) => {
    const made = el('button', { type: 'button', 'aria-label': label, title: label }, sign);
    made.addEventListener('click', () => map.zoom(steps));
    return made;
  };
  return el(
    'div',
    { class: 'wm-embed__controls' },
    button(text(msg`Zoom in`), '+', 1),
    button(text(msg`Zoom out`), '−', -1),
    mapTypeSelect(map, data, text),
  );
}

const MAP_TYPES = Object.keys(MAP_TYPE_NAMES) as MapType[];

/** Null where the site has one background only. */
function mapTypeSelect(
  map: MapView,
  { mapSources, services }: StandaloneData,
  text: EmbedOptions['text'],
): HTMLElement | null {
  const types = offeredSources(mapSources, MAP_TYPES).map(({ type }) => type);
  if (types.length < 2) return null;
  const label = text(msg`Map type`);
  const options = types.map((type) => el('option', { value: type }, text(MAP_TYPE_NAMES[type])));
  const select = el('select', { 'aria-label': label, title: label }, ...options) as HTMLSelectElement;
  const stored = readLocal('waymark-map-type');
  // What `mapSource` shows where none was chosen, or one that this site lacks.
  select.value = types.find((type) => type === stored) ?? mapSources[0]!.type;
  select.addEventListener('change', () => {
    writeLocal('waymark-map-type', select.value);
    map.setSource(mapSource(mapSources, select.value, services.routing));
  });
  return select;
}

/** Scrolling zooms the map only after a click on it; before, it scrolls the page around the frame. */
function keepPageScrolling(box: HTMLElement): void {
  let meant = false;
  box.addEventListener('pointerdown', () => (meant = true));
  box.addEventListener('pointerleave', () => (meant = false));
  box.addEventListener('wheel', (event) => !meant && !event.ctrlKey && event.stopPropagation(), {
    capture: true,
    passive: true,
  });
}
