import { QueryClient } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { gearCalls, workoutCalls } from '@waymark/api-contract/client';
import { announceChange, ApiError } from '@waymark/contract';
import { installTestHost, renderPage } from '../testing/render.tsx';
import { callKey, isAnswerLost, useCall, useSend } from './calls.ts';

function Name() {
  const { data, error } = useCall(workoutCalls.one, { params: { id: 42 } });
  return <p>{error?.description ?? data?.name ?? 'waiting'}</p>;
}

it('reads a call of a service', async () => {
  const host = installTestHost(() => ({ name: 'Lunch run' }));
  renderPage(<Name />);
  expect(await screen.findByText('Lunch run')).toBeTruthy();
  expect(host.calls[0]).toMatchObject({ service: 'main', method: 'GET', path: '/workout/42/' });
});

it('[DATA-03] asks nothing before the session is known: a private thing would seem not to exist', async () => {
  const host = installTestHost(() => ({ name: 'Lunch run' }), { loading: true });
  renderPage(<Name />);
  expect(await screen.findByText('waiting')).toBeTruthy();
  expect(host.calls).toEqual([]);
});

it('undefined parameters leave no trace in a key, and a key without parameters matches all', () => {
  const list = callKey(workoutCalls.list, { query: { limit: 5, user: undefined } });
  expect(list).toEqual(callKey(workoutCalls.list, { query: { limit: 5 } }));
  expect(list).not.toEqual(callKey(workoutCalls.list, { query: { limit: 6 } }));
  const queries = new QueryClient();
  queries.setQueryData(list, 1);
  queries.setQueryData(callKey(workoutCalls.one, { params: { id: 42 } }), 2);
  const found = queries.getQueryCache().findAll({ queryKey: callKey(workoutCalls.list) });
  expect(found.map(({ state }) => state.data)).toEqual([1]);
});

it('[PLAT-01] what was changed elsewhere is fetched anew; what does not read it stays', async () => {
  let name = 'Lunch run';
  const host = installTestHost(() => ({ name }));
  renderPage(<Name />);
  expect(await screen.findByText('Lunch run')).toBeTruthy();
  name = 'Evening run';
  act(() => announceChange(['bookmarks']));
  expect(host.calls).toHaveLength(1);
  act(() => announceChange(['workouts']));
  expect(await screen.findByText('Evening run')).toBeTruthy();
});

it('[PLAT-01] what changes while its first answer is on its way is fetched anew after it', async () => {
  const answers: ((name: string) => void)[] = [];
  installTestHost(() => new Promise((resolve) => answers.push((name) => resolve({ name }))));
  renderPage(<Name />);
  await waitFor(() => expect(answers).toHaveLength(1));
  act(() => announceChange(['workouts']));
  answers[0]!('Lunch run');
  await waitFor(() => expect(answers).toHaveLength(2));
  answers[1]!('Evening run');
  expect(await screen.findByText('Evening run')).toBeTruthy();
});

const SHOES = { name: 'Shoes', kind: 'shoes' as const };
function AddGear() {
  const { mutate, isError, isSuccess } = useSend(gearCalls.create);
  return (
    <>
      <button onClick={() => mutate({ body: SHOES })}>Shoes</button>
      <button onClick={() => mutate({ body: { ...SHOES, name: 'Boots' } })}>Boots</button>
      <p>{isError ? 'failed' : isSuccess ? 'saved' : ''}</p>
    </>
  );
}

it('[SESS-06] a form keeps its idempotency key until it is saved; what was changed is sent under another', async () => {
  let isBroken = true;
  const host = installTestHost(() => {
    if (isBroken) throw new ApiError(0, '', null);
    return {};
  });
  renderPage(<AddGear />);
  const press = async (name: string, outcome: string) => {
    const sent = host.calls.length + 1;
    fireEvent.click(screen.getByRole('button', { name }));
    await waitFor(() => expect(host.calls).toHaveLength(sent));
    expect(await screen.findByText(outcome)).toBeTruthy();
  };
  await press('Shoes', 'failed');
  isBroken = false;
  await press('Shoes', 'saved');
  await press('Shoes', 'saved');
  await press('Boots', 'saved');
  const [lost, repeated, next, changed] = host.calls.map(
    ({ options }) => options?.headers?.['idempotency-key'],
  );
  expect(lost).toMatch(/^[\d-]+$/);
  expect(repeated).toBe(lost);
  expect(new Set([lost, next, changed]).size).toBe(3);
});

function LogShoes() {
  const { mutate, isError, isSuccess } = useSend(gearCalls.create, { keepKey: true });
  return (
    <>
      <button onClick={() => mutate({ body: SHOES })}>Shoes</button>
      <button onClick={() => mutate({ body: { ...SHOES, name: 'Boots' } })}>Boots</button>
      <p>{isError ? 'failed' : isSuccess ? 'saved' : ''}</p>
    </>
  );
}

it('[SESS-06] a form that is changed after a lost answer is refused once where the first save is stored', async () => {
  const answers = [new ApiError(0, '', null), refused('idempotency_key_reused'), {}];
  const host = installTestHost(() => {
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  });
  renderPage(<LogShoes />);
  for (const [name, outcome] of [
    ['Shoes', 'failed'],
    ['Boots', 'failed'],
    ['Boots', 'saved'],
  ] as const) {
    const sent = host.calls.length + 1;
    fireEvent.click(screen.getByRole('button', { name }));
    await waitFor(() => expect(host.calls).toHaveLength(sent));
    expect(await screen.findByText(outcome)).toBeTruthy();
  }
  const [lost, changed, next] = host.calls.map(({ options }) => options?.headers?.['idempotency-key']);
  expect(changed).toBe(lost);
  expect(next).not.toBe(lost);
});
it('[SESS-06] what was saved under a key and is not there any more is no obstacle: the next save has another key', async () => {
  const answers = [new ApiError(0, '', null), new ApiError(404, 'Not Found', null), {}];
  const host = installTestHost(() => {
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  });
  renderPage(<AddGear />);
  for (const outcome of ['failed', 'failed', 'saved']) {
    const sent = host.calls.length + 1;
    fireEvent.click(screen.getByRole('button', { name: 'Shoes' }));
    await waitFor(() => expect(host.calls).toHaveLength(sent));
    expect(await screen.findByText(outcome)).toBeTruthy();
  }
  const [lost, gone, next] = host.calls.map(({ options }) => options?.headers?.['idempotency-key']);
  expect(gone).toBe(lost);
  expect(next).not.toBe(lost);
});

const refused = (error: string) => new ApiError(422, '', { error, error_description: 'No.' });

it.each([
  ['no connection', new ApiError(0, '', null), true],
  ['a failure at the server', new ApiError(500, 'Internal Server Error', null), true],
  ['an answer that could not be read', new SyntaxError('Unexpected end of JSON input'), true],
  ['a refusal', new ApiError(422, 'Unprocessable Entity', null), false],
  ['what is not there', new ApiError(404, 'Not Found', null), false],
])('[SESS-06] a change may be stored although it failed only where no answer tells: %s', (_, error, lost) => {
  expect(isAnswerLost(error)).toBe(lost);
});
