import { act, fireEvent, screen } from '@testing-library/react';
import { ApiError } from '@waymark/contract';
import { useState } from 'react';
import { installTestHost } from '../testing/render.tsx';
import { defineRemote } from './define-remote.tsx';
import { useApiQuery } from './queries.ts';

const mounted = async (App: () => React.ReactNode) => {
  const element = document.body.appendChild(document.createElement('div'));
  const remote = defineRemote(App);
  const failures: unknown[] = [];
  await act(() =>
    remote.mount({
      name: 'mfe-test',
      version: '1.0.0',
      domElementGetter: () => element,
      onError: (error) => failures.push(error),
    }),
  );
  return { ...remote, element, failures };
};

afterEach(() => document.body.replaceChildren());

function Name() {
  const { data, error } = useApiQuery<{ name: string }>('main', '/workout/42/');
  return <p>{error ? 'failed' : (data?.name ?? 'waiting')}</p>;
}

function Opened() {
  const [open, setOpen] = useState(false);
  return open ? <Name /> : <button onClick={() => setOpen(true)}>Open</button>;
}

it('what is opened without a connection fails at once, and is asked for again once there is one', async () => {
  const net = { up: false };
  installTestHost(() => {
    if (!net.up) throw new ApiError(0, '', null);
    return { name: 'Lunch run' };
  });
  const { unmount } = await mounted(Opened);
  dispatchEvent(new Event('offline'));
  fireEvent.click(screen.getByRole('button', { name: 'Open' }));
  expect(await screen.findByText('failed')).toBeTruthy();
  net.up = true;
  dispatchEvent(new Event('online'));
  expect(await screen.findByText('Lunch run')).toBeTruthy();
  await act(unmount);
});

it('a page that breaks is told to the host and leaves its place empty', async () => {
  installTestHost(() => null);
  const { element, failures, unmount } = await mounted(() => {
    throw new Error('no such field');
  });
  expect(failures).toEqual([new Error('no such field')]);
  expect(element.textContent).toBe('');
  await act(unmount);
});
