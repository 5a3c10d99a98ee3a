import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { el, figure } from '@waymark/remote/early/elements';
import { planLength } from '@waymark/routes';
import { formatDistance, formatElevation, type MeasurementSystem, type Shown } from '@waymark/units';
import { roundedTime } from '../figures-panel/rounded-time.ts';
import type { Planner } from '../planner.ts';

/** Distance, climb and time, in the room that figures and profile have in the page. */
export function drawFigures(
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
      time.set(dragged || now.distance === 0 ? undefined : { value: roundedTime(now.seconds), unit: '' });
    },
  };
}
