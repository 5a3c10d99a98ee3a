import type { RouteInput } from '@waymark/api-contract';
import { ApiError } from '@waymark/contract';
import { installTestHost, renderPage, type TestCall } from '@waymark/remote/testing';
import { straight } from '@waymark/routes/testing';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createPlanner } from '../store/create-planner.ts';
import { playRouting } from '../testing.ts';
import { SavePanel } from './save-panel.tsx';

const TYPES = [
  { id: 16, name: 'Run', parent_id: null, root_id: 16, mets: 9, has_children: true },
  { id: 12, name: 'Gym', parent_id: null, root_id: 12, mets: 5, has_children: false },
  { id: 24, name: 'Hike', parent_id: null, root_id: 24, mets: 6, has_children: false },
];
export const COURSE = straight([-97.74, 30.27], [-97.75, 30.28]);

interface Play {
  at?: string;
  locality?: string | Promise<string>;
  /** Answers the save; a saved route without. */
  saving?: (call: TestCall) => unknown;
  /** Answers the router. */
  routing?: (call: TestCall) => unknown;
}

/** The panel, with a planner that nothing is drawn on yet. */
export async function openPanel({
  at = '/routes/create',
  locality = 'Austin',
  saving,
  routing = playRouting,
}: Play = {}) {
  const known = async () => {
    const found = await locality;
    return {
      features: found ? [{ center: [0, 0], properties: { name: found, locality: found } }] : [],
      attribution: 'GeoNames',
    };
  };
  const host = installTestHost((call) => {
    if (call.path === '/reverse') return known();
    if (call.path === '/activity_type/') return { _embedded: { activity_types: TYPES } };
    if (call.path.startsWith('/route/')) return saving?.(call) ?? saved(call);
    return routing(call);
  });
  const planner = createPlanner();
  const { unmount } = renderPage(<SavePanel planner={planner} />, { at });
  const user = userEvent.setup({ delay: null });
  await screen.findByRole('button', { name: 'Activity' });
  return {
    host,
    planner,
    user,
    reopen: async () => {
      unmount();
      renderPage(<SavePanel planner={planner} />, { at });
      await screen.findByRole('button', { name: 'Activity' });
    },
    draw: (plan = COURSE) => act(async () => planner.load(plan)),
    name: () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }),
    save: (label = 'Save route') => user.click(screen.getByRole('button', { name: label })),
    sent: () => host.calls.filter(({ path, method }) => path.startsWith('/route/') && method !== 'GET'),
  };
}
/** What a call sent. */
export const body = (call: TestCall | undefined) => call?.body as RouteInput;
export const keyOf = (call: TestCall | undefined) => call?.options?.headers?.['idempotency-key'];
/** The server's answer to a save. */
export const saved = (call: TestCall, id = 77) => ({
  id,
  activity_type_id: 16,
  distance: 1468,
  date_updated: '2026-05-01T10:00:00.000Z',
  ...(call.body as object),
});

/** A refusal of the API. */
export const refuse = (status: number, error: string, text: string, diagnostics?: Record<string, string[]>) =>
  new ApiError(status, 'No', { status, error, error_description: text, diagnostics, request_id: 'r' });
