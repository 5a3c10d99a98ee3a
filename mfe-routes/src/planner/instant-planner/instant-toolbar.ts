import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { el, svg } from '@waymark/remote/early/elements';
import { EXPAND, REDO, ROUTE, UNDO } from '@waymark/ui/icon-paths';
import { type CommandId, COMMANDS } from '../commands/commands.ts';
import type { PlannerState } from '../planner.ts';
import { AVOID, BIKE, CAR, FOOT, KEYBOARD, NOTE, SHAPE, SPLIT, STRAIGHT } from '../toolbar/icon-paths.ts';

const MODES = ['straight', 'foot', 'bike', 'car'] as const;

/** Which tool is in use; undefined for those that only do something. */
const IN_USE: Partial<Record<CommandId, (state: PlannerState) => boolean>> = {
  ...Object.fromEntries(MODES.map((id, mode) => [id, (state: PlannerState) => state.mode === mode])),
  note: ({ tool }) => tool === 'note',
  split: ({ tool }) => tool === 'split',
  avoid: ({ tool }) => tool === 'avoid',
};

const glyph = (d: string) =>
  svg(
    'svg',
    {
      width: '1.375em',
      height: '1.375em',
      viewBox: '0 0 24 24',
      fill: 'none',
      stroke: 'currentColor',
      'stroke-width': '1.75',
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
      'aria-hidden': 'true',
    },
    svg('path', { d }),
  );

/** The tools beside the map, and those in reach of a thumb; which of them is seen is for the style sheet to say. */
export function createInstantToolbar(say: (text: MessageDescriptor) => string) {
  const buttons: { id: CommandId; button: HTMLElement }[] = [];
  const button = (label: string, d: string, attributes: Record<string, string> = {}) =>
    el(
      'button',
      {
        type: 'button',
        class: 'wm-button wm-p-tool',
        'data-variant': 'quiet',
        'data-icon': '',
        'aria-label': label,
        ...attributes,
      },
      glyph(d),
    );
  const tool = (id: CommandId, d: string) => {
    const { label, key } = COMMANDS[id];
    const made = button(say(label), d, { 'aria-keyshortcuts': key });
    buttons.push({ id, button: made });
    return made;
  };
  /** What only the whole page can do. */
  const later = (label: MessageDescriptor, d: string) => button(say(label), d, { 'aria-disabled': 'true' });
  const group = (label: MessageDescriptor, ...tools: HTMLElement[]) =>
    el('div', { class: 'wm-p-group', role: 'group', 'aria-label': say(label) }, ...tools);
  const name = say(msg`Tools`);

  const rail = el(
    'section',
    { class: 'wm-p-rail', 'aria-label': name, 'data-part': 'rail' },
    group(
      msg`Next leg`,
      tool('foot', FOOT),
      tool('bike', BIKE),
      tool('car', CAR),
      tool('straight', STRAIGHT),
    ),
    group(msg`Steps`, tool('undo', UNDO), tool('redo', REDO)),
    group(
      msg`On the line`,
      tool('note', NOTE),
      tool('split', SPLIT),
      tool('avoid', AVOID),
      later(msg`The whole route`, SHAPE),
    ),
    group(msg`View`, tool('fit', ROUTE), later(msg`Full screen`, EXPAND), tool('keys', KEYBOARD)),
  );
  const thumb = el(
    'section',
    { class: 'wm-p-thumb', 'aria-label': name },
    tool('foot', FOOT),
    tool('bike', BIKE),
    tool('undo', UNDO),
    tool('redo', REDO),
  );

  return {
    rail,
    thumb,
    update(state: PlannerState) {
      for (const { id, button: made } of buttons) {
        const chosen = IN_USE[id]?.(state);
        if (chosen !== undefined) made.setAttribute('aria-pressed', String(chosen));
        made.toggleAttribute('data-idle', !(COMMANDS[id].can?.(state) ?? true));
        if (made.hasAttribute('data-idle')) made.setAttribute('aria-disabled', 'true');
        else made.removeAttribute('aria-disabled');
      }
    },
    bind(run: (id: CommandId) => void): () => void {
      const end = new AbortController();
      for (const { id, button: made } of buttons)
        made.addEventListener('click', () => run(id), { signal: end.signal });
      return () => end.abort();
    },
  };
}
