import type { RemoteProps } from '@waymark/remote';
import type { Candidate } from './choices.ts';
import type { RemoteStatus } from '../app/app.ts';
import { createRunner } from './runner.ts';

const candidate = (version: string) => ({ name: 'mfe-a', version }) as Candidate;

/** A runner over remotes whose behaviour each test sets by version. */
function setUp(versions: string[] = ['2.0.0']) {
  const slot = document.createElement('div');
  const statuses: RemoteStatus[] = [];
  const reports: string[] = [];
  const loads: string[] = [];
  const broken = new Map<string, 'load' | 'mount' | 'unmount'>();
  let props: RemoteProps | undefined;
  const shell = Promise.withResolvers<void>();
  const runner = createRunner({
    candidates: versions.map(candidate),
    slot: () => slot,
    shellReady: shell.promise,
    unmountLimit: 10,
    onStatus: (status) => statuses.push(status),
    reportError: (error, version) => reports.push(`${version}: ${error.message}`),
    async load({ version }) {
      loads.push(version);
      if (broken.get(version) === 'load') throw new Error('no load');
      return {
        async mount(given) {
          props = given;
          slot.append(version);
          if (broken.get(version) === 'mount') throw new Error('no mount');
        },
        async unmount() {
          if (broken.get(version) === 'unmount') throw new Error('no unmount');
        },
      };
    },
  });
  return {
    runner,
    slot,
    reports,
    loads,
    broken,
    shell,
    states: () => statuses.map(({ state, version }) => `${state} ${version}`),
    last: () => statuses.at(-1),
    failLater: async () => {
      props?.onError(new Error('later'));
      for (let i = 0; i < 20; i++) await Promise.resolve();
    },
  };
}

it('loads at once, and mounts when the shell has its slots', async () => {
  const { runner, states, loads, slot, shell } = setUp();
  const mounting = runner.mount();
  expect(loads).toEqual(['2.0.0']);
  expect(slot.textContent).toBe('');
  shell.resolve();
  await mounting;
  expect(slot.textContent).toBe('2.0.0');
  expect(states()).toEqual(['loading 2.0.0', 'mounted 2.0.0']);
});

it('leaves and comes back without loading again', async () => {
  const { runner, loads, slot, shell, states } = setUp();
  shell.resolve();
  await runner.mount();
  await runner.unmount();
  expect(slot.textContent).toBe('');
  await runner.mount();
  expect(loads).toEqual(['2.0.0']);
  expect(states().at(-1)).toBe('mounted 2.0.0');
});

it.each(['load', 'mount'] as const)(
  '[PLAT-07] a failed %s becomes a status, and a retry starts anew',
  async (how) => {
    const { runner, loads, broken, shell, reports, last, slot } = setUp();
    shell.resolve();
    broken.set('2.0.0', how);
    await runner.mount();
    expect(last()).toMatchObject({ state: 'failed', version: '2.0.0', error: { message: `no ${how}` } });
    expect(slot.textContent).toBe('');
    expect(reports).toEqual([`2.0.0: no ${how}`]);
    await runner.retry();
    expect(last()?.state).toBe('failed');
    broken.clear();
    await runner.retry();
    expect(last()?.state).toBe('mounted');
    expect(loads).toHaveLength(3);
  },
);

it('[PLAT-07] an error after mounting ends the remote; the remote itself reports it', async () => {
  const { runner, shell, reports, last, slot, failLater } = setUp();
  shell.resolve();
  await runner.mount();
  await failLater();
  expect(last()).toMatchObject({ state: 'failed', error: { message: 'later' } });
  expect(slot.textContent).toBe('');
  expect(reports).toEqual([]);
  await runner.retry();
  expect(last()?.state).toBe('mounted');
});

it.each(['load', 'mount'] as const)('[PLAT-07] the last good version follows a failed %s', async (how) => {
  const { runner, broken, shell, states, reports } = setUp(['2.0.0', '1.0.0']);
  shell.resolve();
  broken.set('2.0.0', how);
  await runner.mount();
  expect(states()).toEqual(['loading 2.0.0', 'loading 1.0.0', 'mounted 1.0.0']);
  expect(reports).toHaveLength(1);
});

it('[PLAT-07] fails when the last good version fails too; a retry begins with the live one', async () => {
  const { runner, broken, shell, loads, last } = setUp(['2.0.0', '1.0.0']);
  shell.resolve();
  broken.set('2.0.0', 'load').set('1.0.0', 'mount');
  await runner.mount();
  expect(last()).toMatchObject({ state: 'failed', version: '1.0.0' });
  broken.clear();
  await runner.retry();
  expect(loads).toEqual(['2.0.0', '1.0.0', '2.0.0']);
});

it('a visitor who comes back to a failed remote gets a new attempt', async () => {
  const { runner, broken, shell, last } = setUp();
  shell.resolve();
  broken.set('2.0.0', 'load');
  await runner.mount();
  await runner.unmount();
  broken.clear();
  await runner.mount();
  expect(last()?.state).toBe('mounted');
});

it('a visitor who leaves while it loads sees nothing of it, not even its failure', async () => {
  const { runner, broken, shell, states, slot } = setUp();
  broken.set('2.0.0', 'load');
  const mounting = runner.mount();
  await runner.unmount();
  shell.resolve();
  await mounting;
  expect(states()).toEqual(['loading 2.0.0']);
  expect(slot.textContent).toBe('');
});

it('a remote that cannot leave is cleared away', async () => {
  const { runner, broken, shell, slot } = setUp();
  shell.resolve();
  broken.set('2.0.0', 'unmount');
  await runner.mount();
  await runner.unmount();
  expect(slot.textContent).toBe('');
});
