import 'fake-indexeddb/auto';
import { installTestHost } from '@waymark/remote/testing';
import { EMPTY_PLAN, waypoints } from '@waymark/routes';
import { waitFor } from '@testing-library/react';
import { createPlanner } from '../store/create-planner.ts';
import { playRouting } from '../testing.ts';
import { createDraftAutosave, type DraftAutosave } from './draft-keeper.ts';
import { baseOf, readDraft, writeDraft } from './draft-store.ts';

const at = (lng: number, lat: number) => ({ lng, lat });
let keys = 0;
const newKey = () => `42 create ${keys++}`;

const open: DraftAutosave[] = [];

beforeEach(() => void installTestHost(playRouting));
afterEach(() => {
  for (const keeper of open.splice(0)) keeper.stop();
});

async function drawn(key: string, tab = 'one') {
  const keeper = createDraftAutosave(key, tab);
  open.push(keeper);
  const planner = createPlanner({ keeper });
  for (const place of [at(0, 0), at(0.01, 0.01), at(0.02, 0.02)]) await planner.append(place);
  return { keeper, planner };
}

it('[ROUTE-05] what is drawn and every step of it are there again after a reload', async () => {
  const key = newKey();
  const { planner } = await drawn(key);
  planner.undo();
  planner.setForm({ name: 'Over the hill', named: true });
  window.dispatchEvent(new Event('pagehide'));
  await waitFor(async () => expect((await readDraft(key))?.form.name).toBe('Over the hill'));
  const draft = (await readDraft(key))!;
  const again = createPlanner({
    history: draft.history,
    form: draft.form,
    base: baseOf(draft),
  });
  expect(waypoints(again.get().plan)).toHaveLength(2);
  expect(again.get().unsaved).toBe(true);
  again.redo();
  expect(waypoints(again.get().plan)).toHaveLength(3);
  for (let i = 0; i < 3; i++) again.undo();
  expect(again.get().plan.start).toBeNull();
});

it('[ROUTE-05] a draft is kept soon after a change, and gone once the route is saved', async () => {
  const key = newKey();
  const { planner } = await drawn(key);
  await waitFor(async () => expect((await readDraft(key))?.history.present.segments).toHaveLength(2));
  const { plan, form } = planner.get();
  expect(planner.saved({ plan, form, id: 77 })).toBe(true);
  await waitFor(async () => expect(await readDraft(key)).toBeNull());
});

it('[ROUTE-05] what is drawn while it is being saved is a draft of the route that is there by then', async () => {
  const key = newKey();
  const { planner } = await drawn(key);
  const { plan, form } = planner.get();
  await planner.append(at(0.03, 0.03));
  expect(planner.saved({ plan, form, at: '2026-05-01T10:00:00.000Z', id: 77 })).toBe(false);
  planner.destroy();
  await waitFor(async () => expect((await readDraft(key))?.history.present.segments).toHaveLength(3));
  const draft = (await readDraft(key))!;
  expect(baseOf(draft)).toMatchObject({ at: '2026-05-01T10:00:00.000Z', id: 77 });
  expect(draft.base.segments).toHaveLength(2);
  // Taken back, there is nothing to save, and the route has a page of its own.
  planner.undo();
  expect(planner.get().unsaved).toBe(false);
  planner.destroy();
  await waitFor(async () => expect(await readDraft(key)).toBeNull());
});

it('[ROUTE-05] a draft of an older version was drawn from nothing later than itself', async () => {
  const { planner } = await drawn(newKey());
  const { history, form } = planner.get();
  const draft = { history, form, base: EMPTY_PLAN, baseForm: form, tab: 'one', at: Date.UTC(2026, 4, 1) };
  expect(baseOf(draft)).toMatchObject({ at: '2026-05-01T00:00:00.000Z' });
});

it('[ROUTE-05] members and tasks have drafts of their own', async () => {
  const [key, other] = [newKey(), newKey()];
  const { planner } = await drawn(key);
  planner.destroy();
  await waitFor(async () => expect(await readDraft(key)).not.toBeNull());
  expect(await readDraft(other)).toBeNull();
});

it('[ROUTE-05] drawing the same route in another tab is said in the first one', async () => {
  const key = newKey();
  const { planner } = await drawn(key, 'one');
  const second = await drawn(key, 'two');
  second.planner.destroy();
  await waitFor(() => expect(planner.get().elsewhere).toBe(true));
});

it('[ROUTE-05] a browser that refuses storage is said, and drawing goes on', async () => {
  const key = newKey();
  const refused = jest.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('No room.', 'QuotaExceededError');
  });
  const { planner } = await drawn(key);
  await waitFor(() => expect(planner.get().kept).toBe(false));
  refused.mockRestore();
  await planner.append(at(0.03, 0.03));
  await waitFor(() => expect(planner.get().kept).toBe(true));
  expect(waypoints(planner.get().plan)).toHaveLength(4);
});

it('[ROUTE-05] what is no draft, or is too old, is passed over', async () => {
  const key = newKey();
  const { planner } = await drawn(key);
  const { history, form } = planner.get();
  const draft = { history, form, base: EMPTY_PLAN, baseForm: form, tab: 'one', at: Date.now() };
  await writeDraft(key, { ...draft, at: Date.now() - 91 * 86_400_000 });
  expect(await readDraft(key)).toBeNull();
  await writeDraft(key, { ...draft, history: { past: [], present: 5, future: [] } as never });
  expect(await readDraft(key)).toBeNull();
});
