import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Planner, PlannerState } from '../planner.ts';

export type CommandId =
  | 'foot'
  | 'bike'
  | 'car'
  | 'straight'
  | 'undo'
  | 'redo'
  | 'note'
  | 'split'
  | 'avoid'
  | 'reverse'
  | 'outAndBack'
  | 'backToStart'
  | 'closeLoop'
  | 'roundTrip'
  | 'cutOut'
  | 'clear'
  | 'remove'
  | 'draw'
  | 'points'
  | 'save'
  | 'fit'
  | 'fullScreen'
  | 'keys';

/** Parts of the page that commands open. */
export interface CommandTargets {
  panel: (panel: 'points' | 'notes' | 'save' | null) => void;
  roundTrip: () => void;
  cutOut: () => void;
  fullScreen: () => void;
  /** Brings the whole route into view. */
  fit: () => void;
  keys: () => void;
}

interface Command {
  label: MessageDescriptor;
  /** As the tooltip and the list of keys show it. */
  key: string;
  run: (planner: Planner, opens: CommandTargets) => void;
  /** Whether there is something to do it to; always without. */
  can?: (state: PlannerState) => boolean;
}

const hasLegs = ({ plan }: PlannerState) => plan.segments.length > 0;
const isOpen = ({ plan, whole }: PlannerState) => {
  const n = whole.line.length;
  return (
    plan.segments.length > 0 && (whole.line[0] !== whole.line[n - 2] || whole.line[1] !== whole.line[n - 1])
  );
};

/** All that has a key, in the order of the list of keys. */
export const COMMANDS: Readonly<Record<CommandId, Command>> = {
  foot: { label: msg`On foot`, key: 'F', run: (planner) => planner.setMode(1) },
  bike: { label: msg`By bike`, key: 'B', run: (planner) => planner.setMode(2) },
  car: { label: msg`By car`, key: 'D', run: (planner) => planner.setMode(3) },
  straight: { label: msg`Straight lines`, key: 'S', run: (planner) => planner.setMode(0) },
  undo: {
    label: msg`Undo`,
    key: 'Z',
    run: (planner) => planner.undo(),
    can: ({ history, routing }) => routing || history.past.length > 0,
  },
  redo: {
    label: msg`Redo`,
    key: 'Y',
    run: (planner) => planner.redo(),
    can: ({ history }) => history.future.length > 0,
  },
  note: {
    label: msg`Add a note to the route`,
    key: 'N',
    run: (planner) => planner.setTool(planner.get().tool === 'note' ? 'draw' : 'note'),
    can: hasLegs,
  },
  split: {
    label: msg`Add points to the route`,
    key: 'X',
    run: (planner) => planner.setTool(planner.get().tool === 'split' ? 'draw' : 'split'),
    can: hasLegs,
  },
  avoid: {
    label: msg`Avoid a street`,
    key: 'A',
    run: (planner) => planner.setTool(planner.get().tool === 'avoid' ? 'draw' : 'avoid'),
  },
  reverse: {
    label: msg`Reverse`,
    key: 'R',
    run: (planner) => void planner.reverse(),
    can: hasLegs,
  },
  outAndBack: {
    label: msg`Out and back`,
    key: 'O',
    run: (planner) => void planner.outAndBack(),
    can: hasLegs,
  },
  backToStart: {
    label: msg`Back to the start`,
    key: 'H',
    run: (planner) => void planner.backToStart(),
    can: isOpen,
  },
  closeLoop: {
    label: msg`Close the loop straight`,
    key: 'L',
    run: (planner) => void planner.closeLoop(),
    can: isOpen,
  },
  roundTrip: { label: msg`Round trip`, key: 'T', run: (_, { roundTrip }) => roundTrip() },
  cutOut: { label: msg`Remove a section`, key: 'K', run: (_, { cutOut }) => cutOut(), can: hasLegs },
  clear: {
    label: msg`Clear all`,
    key: 'C',
    run: (planner) => planner.clear(),
    can: ({ plan }) => plan.start !== null,
  },
  remove: {
    label: msg`Remove the chosen point`,
    key: 'Delete',
    run(planner) {
      const { selected } = planner.get();
      if (selected !== null) void planner.remove(selected);
    },
    can: ({ selected }) => selected !== null,
  },
  draw: {
    label: msg`Back to drawing`,
    key: 'Esc',
    run(planner) {
      const { problem, tool } = planner.get();
      if (problem) planner.dismissProblem();
      else if (tool === 'draw') planner.select(null);
      else planner.setTool('draw');
    },
  },
  points: { label: msg`List of points`, key: 'P', run: (_, { panel }) => panel('points') },
  save: { label: msg`Save`, key: 'Ctrl S', run: (_, { panel }) => panel('save'), can: hasLegs },
  fit: { label: msg`Show the whole route`, key: 'V', run: (_, { fit }) => fit(), can: hasLegs },
  fullScreen: { label: msg`Full screen`, key: 'M', run: (_, { fullScreen }) => fullScreen() },
  keys: { label: msg`Keyboard shortcuts`, key: '?', run: (_, { keys }) => keys() },
};

/** Carries a command out if there is something to do it to. */
export function runCommand(id: CommandId, planner: Planner, opens: CommandTargets): void {
  const { run, can } = COMMANDS[id];
  if (can?.(planner.get()) ?? true) run(planner, opens);
}

const BY_KEY = new Map(
  (Object.keys(COMMANDS) as CommandId[]).map((id) => [COMMANDS[id].key.toLowerCase(), id]),
);
const ALSO: Readonly<Record<string, CommandId>> = { backspace: 'remove', escape: 'draw' };

/** The command of a pressed key; null for none. */
export function commandForKey(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
) {
  const key = event.key.toLowerCase();
  if (event.altKey) return null;
  if (event.ctrlKey || event.metaKey) {
    if (key === 'z') return event.shiftKey ? 'redo' : 'undo';
    if (key === 'y') return 'redo';
    return key === 's' ? 'save' : null;
  }
  if (key === 'z' && event.shiftKey) return 'redo';
  return ALSO[key] ?? BY_KEY.get(key) ?? null;
}

/** Elements that handle keys themselves. */
const BUSY =
  'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable], dialog, [role=menu], [role=listbox], [role=combobox]';
/** Keys that activate or move focus. */
const OWN_KEYS = new Set(['Enter', ' ', 'Tab']);

/** The command of a keyboard event, unless its target handles keys itself; null for none. */
export function commandForEvent(event: KeyboardEvent): CommandId | null {
  if (event.defaultPrevented || event.isComposing || OWN_KEYS.has(event.key)) return null;
  const busy = event.target instanceof Element && event.target.closest(BUSY);
  const saves = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's';
  if (document.querySelector('dialog:modal') || (busy && !saves)) return null;
  return commandForKey(event);
}
