// The first module of the host's page under development: it hears of each build.
import './refresh.ts';
import { showProblem } from './problem-bar.ts';

/** Where the development site tells of builds. */
const EVENTS_PATH = '/-/development/events';

/** What the page is told: how a build of the host or a remote stands now. */
export interface BuildState {
  name: string;
  /** The newest build that succeeded. */
  hash: string;
  /** Changes when only a new page will do, for instance after a change of a remote's addresses. */
  declared: string;
  /** What the compiler said about the newest source; null when it is fine. */
  problem: string | null;
}

const listeners = new Map<string, (hash: string) => void>();
const states = new Map<string, BuildState>();

Object.assign(window.waymark?.development ?? {}, {
  onBuild(name: string, listener: (hash: string) => void) {
    listeners.set(name, listener);
    const known = states.get(name);
    if (known) listener(known.hash);
  },
});

new EventSource(EVENTS_PATH).addEventListener('message', ({ data }: MessageEvent<string>) => {
  const state = JSON.parse(data) as BuildState;
  const before = states.get(state.name);
  states.set(state.name, state);
  showProblem([...states.values()].find(({ problem }) => problem !== null) ?? null);
  if (before && before.declared !== state.declared) location.reload();
  else if (before?.hash !== state.hash) listeners.get(state.name)?.(state.hash);
});
