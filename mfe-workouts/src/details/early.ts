import type { Workout } from '@waymark/api-contract';
import { workoutCalls } from '@waymark/api-contract/client';
import { msg } from '@lingui/core/macro';
import { sketchPath, unpackStreams } from '@waymark/streams';
import {
  activityIcon,
  buttonRoom,
  drawEarly,
  el,
  fetchBytes,
  figure,
  iconRoom,
  LINE,
  statTile,
  svg,
  type EarlyPage,
} from '@waymark/remote/early';
import { PRIVACY_NAMES } from '@waymark/ui/privacy-names';
import { drawChart } from './chart/draw-early.ts';
import './look.css';
import type { EarlyRecording } from './recording/early-recording.ts';
import { ABOUT_LOAD, figuresOf, smallFiguresOf, TILES } from './summary/figures-of.ts';
import { startInEnglish } from './summary/start-text.ts';

// Title, facts, figures and the course of a workout, as the page itself draws them (workout-header, summary-tiles,
// map-frame): a test holds the two together.
drawEarly<Workout>((workout, page) => {
  document.title = `${workout.name} · Waymark`;
  // What stands between the figures and the recording is left to the page.
  const recording = workout.has_time_series && workout.legs.length === 0 && !workout.has_hidden_part;
  const chart = recording && chartOf(workout, page);
  if (chart) page.more(chart.drawn);
  return el(
    'div',
    { class: 'wm-w-details' },
    header(workout, page),
    summary(workout, page),
    chart && recordingOf(workout, chart.element, page),
  );
});

function header(workout: Workout, page: EarlyPage): HTMLElement {
  const start = el('time', { datetime: workout.start_datetime }, startInEnglish(workout));
  const facts: (string | Node | null)[] = [
    workout.activity_name,
    start,
    workout.locality || null,
    workout.device,
  ];
  const own = workout.user.id === page.userId;
  const whose = own
    ? el('li', { class: 'wm-w-icon-text' }, iconRoom('1em'), page.text(PRIVACY_NAMES[workout.privacy]))
    : el('li', {}, el('a', { href: `/profile/${workout.user.id}/dashboard` }, workout.user.display_name));
  const sample = workout.source === 'sample' && el('li', {}, page.text(msg`Sample data`));
  return el(
    'header',
    { class: 'wm-w-head' },
    el(
      'div',
      { class: 'wm-w-what' },
      el('div', {}, activityIcon(workout.activity_group, 36)),
      el(
        'div',
        {},
        el('h1', {}, workout.name),
        el('ul', { class: 'wm-w-facts' }, ...facts.map((fact) => fact && el('li', {}, fact)), whose, sample),
      ),
    ),
    actions(workout, page),
  );
}

function actions(workout: Workout, { text }: EarlyPage): HTMLElement {
  const { can } = workout;
  const cuttable = can.edit && workout.has_time_series && !workout.leg_count && workout.parent_id === null;
  const labels = [
    can.edit && msg`Edit`,
    cuttable && msg`Trim, split or merge`,
    can.copy && msg`Copy`,
    can.edit && workout.privacy === 6 && msg`Share`,
    msg`Export`,
    can.delete && msg`Delete`,
  ];
  return el('div', { class: 'wm-w-actions' }, ...labels.map((label) => label && buttonRoom(text(label))));
}

function summary(workout: Workout, page: EarlyPage): HTMLElement {
  const figures = figuresOf(workout, page);
  const small = smallFiguresOf(figures, workout.load, page);
  return el(
    'section',
    { 'aria-label': page.text(msg`Summary`) },
    el(
      'div',
      { class: 'wm-w-tiles' },
      ...figures.slice(0, TILES).map(({ label, value, unit }) => statTile(label, value, unit)),
    ),
    small.length > 0 &&
      el(
        'div',
        { class: 'wm-w-more' },
        ...small.map(({ label, value, unit }) =>
          el(
            'div',
            { class: 'wm-w-small', role: 'group', 'aria-label': label },
            el('div', {}, label),
            figure(value, unit, 'md'),
          ),
        ),
      ),
    workout.load !== null && el('p', { class: 'wm-text wm-w-note' }, page.text(ABOUT_LOAD)),
  );
}

/** The columns are asked for at once, and drawn when they are there: the figures stand on the page by then. */
function chartOf({ id, activity_group: group }: Workout, page: EarlyPage) {
  const chart = el('div', { class: 'wm-w-parts' });
  const made: EarlyRecording = {
    id,
    chart,
    // What is wrong with them is told by the page, which asks again.
    streams: fetchBytes(workoutCalls.streams, { id })
      .then((body) => (body ? unpackStreams(body) : null))
      .catch(() => null),
  };
  if (window.waymark?.earlyView) window.waymark.earlyView.handover = made;
  const drawn = made.streams!.then((streams) => {
    if (streams) drawChart(chart, streams, group, page);
  });
  return { element: el('div', { class: 'wm-w-chart' }, chart), drawn };
}

function recordingOf(workout: Workout, chart: HTMLElement, page: EarlyPage): HTMLElement {
  const { polyline } = workout.preview;
  const { text } = page;
  const line = polyline !== null && {
    ...LINE,
    d: sketchPath(polyline, 600, 420, 36),
    stroke: 'var(--wm-blaze)',
    'stroke-width': '4',
    'vector-effect': 'non-scaling-stroke',
  };
  const label = { role: 'img', 'aria-label': text(msg`Sketch of the track`) };
  return el(
    'section',
    { class: 'wm-w-recording', 'data-track': line ? '' : undefined },
    line &&
      el('div', { class: 'wm-w-map' }, svg('svg', { viewBox: '0 0 600 420', ...label }, svg('path', line))),
    chart,
  );
}
