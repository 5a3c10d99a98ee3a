import { renderHook, waitFor } from '@testing-library/react';
import { installTestHost } from '@waymark/remote/testing';
import { createPlanner } from '../store/create-planner.ts';
import { playRouting } from '../testing.ts';
import { type CommandId, commandForKey, COMMANDS } from './commands.ts';
import { useKeyboardCommands } from './use-keyboard-commands.ts';

const at = (lng: number, lat: number) => ({ lng, lat });

async function open() {
  installTestHost(playRouting);
  const planner = createPlanner();
  for (const place of [at(0, 0), at(0.01, 0.01), at(0.02, 0.02)]) await planner.append(place);
  const opened: string[] = [];
  const opens = {
    panel: (panel: string | null) => void opened.push(String(panel)),
    roundTrip: () => void opened.push('round trip'),
    cutOut: () => void opened.push('cut out'),
    fullScreen: () => void opened.push('full screen'),
    fit: () => void opened.push('fit'),
    keys: () => void opened.push('keys'),
  };
  renderHook(() => useKeyboardCommands(planner, opens));
  const press = (key: string, more: KeyboardEventInit = {}, target: Element = document.body) =>
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
  return { planner, opened, press };
}

afterEach(() => document.body.replaceChildren());

it('[ROUTE-05] each tool has a key of its own', () => {
  const ids = Object.keys(COMMANDS) as CommandId[];
  expect(new Set(ids.map((id) => COMMANDS[id].key)).size).toBe(ids.length);
  for (const id of ids) {
    const { key } = COMMANDS[id];
    const event = {
      key: key === 'Esc' ? 'Escape' : key,
      ctrlKey: false,
      metaKey: false,
      altKey: false,
      shiftKey: false,
    };
    expect(commandForKey(key === 'Ctrl S' ? { ...event, key: 's', ctrlKey: true } : event)).toBe(id);
  }
});

it('[ROUTE-05] keys draw: mode, undo, redo, tools, reverse, removal', async () => {
  const { planner, opened, press } = await open();
  press('b');
  expect(planner.get().mode).toBe(2);
  press('z');
  expect(planner.get().plan.segments).toHaveLength(1);
  press('Z', { shiftKey: true });
  expect(planner.get().plan.segments).toHaveLength(2);
  press('z', { ctrlKey: true });
  press('y', { metaKey: true });
  expect(planner.get().plan.segments).toHaveLength(2);
  press('r');
  await waitFor(() => expect(planner.get().plan.start).toEqual(at(0.02, 0.02)));
  press('n');
  expect(planner.get().tool).toBe('note');
  press('Escape');
  expect(planner.get().tool).toBe('draw');
  planner.select(2);
  press('Delete');
  expect(planner.get().plan.segments).toHaveLength(1);
  for (const key of ['t', 'k', 'm', 'p', 'v', '?']) press(key);
  press('s', { ctrlKey: true });
  expect(opened).toEqual(['round trip', 'cut out', 'full screen', 'points', 'fit', 'keys', 'save']);
});

it('[ROUTE-05] keys write where a field has the focus, and do nothing where there is nothing to do', async () => {
  const { planner, opened, press } = await open();
  const field = document.body.appendChild(document.createElement('input'));
  press('c', {}, field);
  expect(planner.get().plan.segments).toHaveLength(2);
  press('s', { ctrlKey: true }, field);
  expect(opened).toEqual(['save']);
  // A choice among buttons takes arrows alone.
  const choice = document.body.appendChild(document.createElement('input'));
  choice.type = 'radio';
  press('?', {}, choice);
  expect(opened).toEqual(['save', 'keys']);
  press('c');
  expect(planner.get().plan.start).toBeNull();
  press('r');
  press('Delete');
  expect(planner.get().history.past).toHaveLength(4);
});
