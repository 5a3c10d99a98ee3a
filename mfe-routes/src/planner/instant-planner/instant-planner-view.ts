import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { createI18n } from '@waymark/i18n';
import { lineBounds, type MapView } from '@waymark/map';
import { el, figure } from '@waymark/remote/early/elements';
import { type MeasurementSystem, formatDistance, formatElevation, type Shown } from '@waymark/units';
import { panByKey } from '../../map/pan-by-key.ts';
import { type CommandId, type CommandTargets, runCommand, commandForEvent } from '../commands/commands.ts';
import { FIT_OPTIONS } from '../map/map-geometry.ts';
import type { Planner } from '../planner.ts';
import { createInstantToolbar } from './instant-toolbar.ts';
import { planLength } from '@waymark/routes';
import { formatEstimatedTime } from '../format-figures.ts';

export interface InstantPlannerView {
  element: HTMLElement;
  map: { place: HTMLElement; label: string };
  /** Connects tools, keys and figures to a planner. @returns a function that disconnects them */
  bind: (planner: Planner, map: MapView) => () => void;
  /** Draws the figures, which are left out until the map is drawn. */
  showFigures: () => void;
  /** The last command that only the full page can carry out; the page runs it once it is there. */
  pendingCommand: () => CommandId | null;
}

/** Builds the planner's page from plain DOM elements that look like the React page. */
export function createInstantPlannerView(
  { locale }: { locale: string },
  system: MeasurementSystem,
): InstantPlannerView {
  const i18n = createI18n(locale);
  const say = (text: MessageDescriptor) => i18n._(text);
  const place = el('div', { class: 'wm-p-map', tabindex: '0' });
  const tools = createInstantToolbar(say);
  const figures = createFigures(say, system, locale);
  const hint = el('div', { class: 'wm-p-hint', role: 'status' }, say(msg`Set a start point on the map.`));
  let pendingCommand: CommandId | null = null;
  let settle = () => {};
  return {
    element: el(
      'div',
      { class: 'wm-p-bench', 'data-part': 'planner' },
      el('div', { class: 'wm-p-ground' }, place, tools.rail, hint),
      el('div', { class: 'wm-p-below' }, figures.element, tools.thumb),
      el('div', { class: 'wm-p-aside' }),
    ),
    map: { place, label: say(msg`Map of the route. Click to add points.`) },
    pendingCommand: () => pendingCommand,
    showFigures: () => settle(),
    bind(planner, map) {
      const later = (id: CommandId) => () => void (pendingCommand = id);
      const opens: CommandTargets = {
        panel: (panel) => void (pendingCommand = panel === 'save' ? 'save' : 'points'),
        roundTrip: later('roundTrip'),
        keys: later('keys'),
        cutOut: later('cutOut'),
        // Full screen needs a user gesture, which is over by the time the page has loaded.
        fullScreen: () => {},
        fit() {
          const bounds = lineBounds(planner.get().whole.line);
          if (bounds) map.fit(bounds, FIT_OPTIONS);
        },
      };
      const run = (id: CommandId) => runCommand(id, planner, opens);
      const onKey = (event: KeyboardEvent) => {
        // The visitor may have navigated to another page.
        if (!place.isConnected) return;
        if (event.target === place && !event.ctrlKey && !event.metaKey && !event.altKey)
          if (panByKey(map, event.key)) {
            event.preventDefault();
            return;
          }
        const id = commandForEvent(event);
        if (!id) return;
        if (id !== 'draw') event.preventDefault();
        run(id);
      };
      // The first Intl number format takes long to set up, so figures wait until something is drawn.
      let counts = false;
      const update = () => {
        const state = planner.get();
        const begun = state.plan.start !== null || state.preview !== null;
        hint.hidden = begun;
        tools.update(state);
        counts ||= begun;
        if (counts) figures.update(planner);
      };
      const ends = [planner.subscribe(update), tools.bind(run)];
      document.addEventListener('keydown', onKey);
      update();
      settle = () => {
        counts = true;
        update();
      };
      return () => {
        settle = () => {};
        for (const end of ends) end();
        document.removeEventListener('keydown', onKey);
      };
    },
  };
}

/** Distance, climb and time, in the room that figures and profile have in the page. */
function createFigures(
  say: (text: MessageDescriptor) => string,
  system: MeasurementSystem,
  language: string,
) {
  const locale = language === 'pseudo' ? 'en-us' : language;
  const value = (label: MessageDescriptor) => {
    const shown = el('span', { class: 'wm-p-figure' });
    const element = el('div', {}, el('span', { class: 'wm-p-label' }, say(label)), shown);
    let before: string | undefined;
    const set = ({ value: now, unit }: Shown = { value: '–', unit: '' }) => {
      if (before !== now + unit) shown.replaceChildren(figure(now, unit, 'md'));
      before = now + unit;
    };
    set();
    return { element, set };
  };
  const [distance, ascent, descent, time] = [
    value(msg`Distance`),
    value(msg`Ascent`),
    value(msg`Descent`),
    value(msg`Time`),
  ];
  const climb = (meters: number | null) =>
    meters === null ? undefined : formatElevation(meters, system, { locale });
  return {
    element: el(
      'section',
      { class: 'wm-p-sheet', 'aria-label': say(msg`Figures and profile`) },
      el(
        'div',
        { class: 'wm-p-figures', role: 'group', 'aria-label': say(msg`Figures of the route`) },
        distance.element,
        ascent.element,
        descent.element,
        time.element,
      ),
      el('div', { class: 'wm-p-profile' }),
    ),
    update(planner: Planner) {
      const { preview, plan } = planner.get();
      const dragged = preview !== null && preview !== plan;
      const now = planner.figures();
      distance.set(formatDistance(dragged ? planLength(preview) : now.distance, system, { locale }));
      ascent.set(dragged ? undefined : climb(now.ascent));
      descent.set(dragged ? undefined : climb(now.descent));
      time.set(
        dragged || now.distance === 0 ? undefined : { value: formatEstimatedTime(now.seconds), unit: '' },
      );
    },
  };
}
