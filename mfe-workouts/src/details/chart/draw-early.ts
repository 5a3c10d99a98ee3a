import { msg } from '@lingui/core/macro';
import { el } from '@waymark/remote/early';
import type { Streams } from '@waymark/streams';
import type { Words } from '../summary/figures-of.ts';
import { axisOf } from './axis.ts';
import { linesOf, shownAtFirst, type Line } from './lines.ts';
import { pictureOf, plotOptions } from './picture.ts';
import { createPlot } from './plot.ts';
import { BELOW, GUTTER, REST, RIGHT, STRIP } from './view.ts';

/** Draws the chart of a recording as `ChartPanel` opens with it, and keeps the room of what only the page can do. */
export function drawChart(chart: HTMLElement, streams: Streams, group: string, words: Words): void {
  const lines = linesOf(streams, group, words);
  const shown = shownAtFirst(lines);
  const visible = lines.filter(({ key }) => shown.has(key));
  const strips = el('div', { class: 'wm-w-strips' });
  const rest = el('div');
  rest.style.height = `${REST}px`;
  chart.replaceChildren(controls(lines, streams, words), strips, rest);
  const width = Math.floor(strips.getBoundingClientRect().width) - GUTTER - RIGHT;
  if (width <= 0) return;
  const axis = axisOf('time', streams, words.system, words.locale);
  const view = { axis, from: 0, to: streams.n - 1, width };
  for (const [i, line] of visible.entries()) {
    const last = i === visible.length - 1;
    const box = el('div');
    box.style.height = `${STRIP + (last ? BELOW : 0)}px`;
    strips.append(el('div', {}, head(line), box));
    createPlot(box, plotOptions(line, width, last)).draw(pictureOf(line, view));
  }
}

function head({ label, unit, color }: Line): HTMLElement {
  const name = el('span', {}, label);
  name.style.color = `var(${color})`;
  const readout = el('span', {}, unit);
  readout.style.insetInlineEnd = `${RIGHT}px`;
  const strip = el('div', { class: 'wm-w-strip' }, name, readout);
  Object.assign(strip.style, { paddingInlineStart: `${GUTTER}px`, paddingInlineEnd: `${RIGHT}px` });
  return strip;
}

/** The room of the switches. */
function controls(lines: readonly Line[], { columns }: Streams, { text }: Words): HTMLElement {
  const room = el(
    'div',
    { class: 'wm-w-controls', 'aria-hidden': 'true' },
    'distance' in columns && across(text(msg`Time`), text(msg`Distance`)),
    lines.length > 1 &&
      el(
        'div',
        { class: 'wm-w-toggles' },
        ...lines.map(({ label }) => el('span', { class: 'wm-w-toggle' }, el('span'), label)),
      ),
  );
  room.style.visibility = 'hidden';
  return room;
}

/** As wide and as high as `SegmentedControl`. */
function across(...labels: string[]): HTMLElement {
  const parts = labels.map((label) => {
    const part = el('span', {}, label);
    Object.assign(part.style, { minHeight: 'calc(var(--wm-height) - 10px)', padding: '2px 14px' });
    return part;
  });
  const room = el('div', {}, ...parts);
  Object.assign(room.style, {
    display: 'inline-flex',
    gap: '2px',
    padding: '4px',
    font: '600 var(--wm-text-sm) var(--wm-font)',
    whiteSpace: 'nowrap',
  });
  return room;
}
