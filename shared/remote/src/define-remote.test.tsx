import { act, fireEvent, screen } from '@testing-library/react';
import { workoutCalls } from '@waymark/api-contract/client';
import { ApiError } from '@waymark/contract';
import { lazy, useState } from 'react';
import { installTestHost } from '../testing/render.tsx';
import { defineRemote } from './define-remote.tsx';
import { useCall } from './calls.ts';

const DECLARED = [{ pattern: '/*', name: 'page' }];

const mounted = async (App: () => React.ReactNode) => {
  const element = document.body.appendChild(document.createElement('div'));
  const remote = defineRemote({ page: <App /> });
  const failures: unknown[] = [];
  await act(() =>
    remote.mount({
      name: 'mfe-test',
      version: '1.0.0',
      pages: DECLARED,
      domElementGetter: () => element,
      onError: (error) => failures.push(error),
    }),
  );
  return { ...remote, element, failures };
};

afterEach(() => document.body.replaceChildren());

function Name() {
  const { data, error } = useCall(workoutCalls.one, { params: { id: 42 } });
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

it('the first page is there as soon as its chunk is', async () => {
  installTestHost(() => null);
  // Within `act` React would hold nothing back.
  const react = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  react.IS_REACT_ACT_ENVIRONMENT = false;
  const turns = async () => {
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve));
  };
  try {
    const chunk = Promise.withResolvers<{ default: () => React.ReactNode }>();
    const Page = lazy(() => chunk.promise);
    const element = document.body.appendChild(document.createElement('div'));
    const remote = defineRemote({ page: <Page /> });
    const onError = jest.fn();
    await remote.mount({
      name: 'mfe-test',
      version: '1.0.0',
      pages: DECLARED,
      domElementGetter: () => element,
      onError,
    });
    await turns();
    chunk.resolve({ default: () => <h1>Morning run</h1> });
    // Far fewer than there are in the time that React holds back for.
    await turns();
    expect(element.textContent).toBe('Morning run');
    expect(onError).not.toHaveBeenCalled();
    await remote.unmount();
  } finally {
    react.IS_REACT_ACT_ENVIRONMENT = true;
  }
});

it('a page that comes later shows nothing until its chunk is there', async () => {
  installTestHost(() => null);
  const chunk = Promise.withResolvers<{ default: () => React.ReactNode }>();
  const Page = lazy(() => chunk.promise);
  const { element, failures, unmount } = await mounted(function Guarded() {
    const [allowed, setAllowed] = useState(false);
    return allowed ? <Page /> : <button onClick={() => setAllowed(true)}>Let in</button>;
  });
  fireEvent.click(screen.getByRole('button', { name: 'Let in' }));
  expect(screen.queryByRole('button', { name: 'Let in' })).toBeNull();
  await act(async () => chunk.resolve({ default: () => <h1>Inside</h1> }));
  expect(element.textContent).toBe('Inside');
  expect(failures).toEqual([]);
  await act(unmount);
});

it('a first page whose chunk does not come is told to the host', async () => {
  installTestHost(() => null);
  const Page = lazy(() => Promise.reject(new Error('no such chunk')));
  const { failures, unmount } = await mounted(() => <Page />);
  expect(failures).toEqual([new Error('no such chunk')]);
  await act(unmount);
});
