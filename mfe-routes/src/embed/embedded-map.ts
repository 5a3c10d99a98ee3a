import { msg } from '@lingui/core/macro';
import type { RouteDetail } from '@waymark/api-contract';
import type { StandaloneData } from '@waymark/remote/standalone';
import { lineBounds, loadMapView, mapSource, type MapView } from '@waymark/map';
import { el } from '@waymark/remote/early/elements';
import { type Plan, type PlanLine, waypoints } from '@waymark/routes';
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
  const source = mapSource(data.mapSources, null, data.services.routing);
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
      box.append(zoomButtons(map, options));
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

function zoomButtons(map: MapView, { text }: EmbedOptions): HTMLElement {
  const button = (label: string, sign: string, steps: number) => {
    const made = el('button', { type: 'button', 'aria-label': label, title: label }, sign);
    made.addEventListener('click', () => map.zoom(steps));
    return made;
  };
  return el(
    'div',
    { class: 'wm-embed__zoom' },
    button(text(msg`Zoom in`), '+', 1),
    button(text(msg`Zoom out`), '−', -1),
  );
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
