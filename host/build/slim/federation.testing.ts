import { createInstance } from '@module-federation/enhanced/runtime';

let loads = 0;
const federation = createInstance({
  name: 'host',
  remotes: [],
  plugins: [
    {
      name: 'entries',
      loadEntry({ remoteInfo: { name } }) {
        if (name === 'unreachable') return Promise.reject(new Error('The script did not load.'));
        loads += 1;
        const version = loads;
        return Promise.resolve({ init() {}, get: () => () => Promise.resolve({ version }) });
      },
    },
  ],
});

/** Registers a remote in place of the one before and loads it, as the host does. */
async function load(name: string): Promise<unknown> {
  federation.registerRemotes([{ name, entry: `https://files.example/${name}.js` }], { force: true });
  return federation.loadRemote(`${name}/lifecycles`);
}

/** What becomes of the first version, of the next one and of a remote whose script fails. */
export const outcomes = Promise.all([
  load('planner').then(async (first) => [first, await load('planner')]),
  load('unreachable').catch((error: Error) => error.message),
]);
