// The first module of a page under development: React finds the hook for exchanging components when it starts,
// and the page hears of each build. Never part of a product build.
import {
  createSignatureFunctionForTransform,
  injectIntoGlobalHook,
  isLikelyComponentType,
  performReactRefresh,
  register,
} from 'react-refresh/runtime';
import { showProblem } from './problem-bar.ts';

/** Where the development site tells of builds. */
export const EVENTS_PATH = '/-/development/events';

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
export interface HotModule {
  id: string | number;
  exports: Record<string, unknown>;
  hot: HotUpdates;
}
export interface Development {
  register: (type: unknown, id: string) => void;
  createSignature: typeof createSignatureFunctionForTransform;
  /** Lets a module that exports components alone be exchanged in place. */
  accept: (module: HotModule) => void;
  /** Calls with each newer build of a remote. */
  onBuild: (name: string, listener: (hash: string) => void) => void;
}

declare global {
  interface Window {
    __waymarkDevelopment?: Development;
  }
}

const listeners = new Map<string, (hash: string) => void>();
const states = new Map<string, BuildState>();
let drawing: ReturnType<typeof setTimeout> | undefined;

injectIntoGlobalHook(window);
window.__waymarkDevelopment = {
  register,
  createSignature: createSignatureFunctionForTransform,
  accept({ id, exports, hot }) {
    const exported = Object.entries(exports);
    for (const [name, value] of exported) if (isLikelyComponentType(value)) register(value, `${id} ${name}`);
    const again = hot.data?.exchanged;
    // Whoever imports something else than a component has to run again too.
    if (exported.length === 0 || !exported.every(([, value]) => isLikelyComponentType(value))) {
      if (again) hot.invalidate();
      return;
    }
    hot.dispose((data) => (data.exchanged = true));
    hot.accept();
    if (!again) return;
    clearTimeout(drawing);
    drawing = setTimeout(() => performReactRefresh(), 20);
  },
  onBuild(name, listener) {
    listeners.set(name, listener);
    const known = states.get(name);
    if (known) listener(known.hash);
  },
};

new EventSource(EVENTS_PATH).addEventListener('message', ({ data }: MessageEvent<string>) => {
  const state = JSON.parse(data) as BuildState;
  const before = states.get(state.name);
  states.set(state.name, state);
  showProblem([...states.values()].find(({ problem }) => problem !== null) ?? null);
  if (before && before.declared !== state.declared) location.reload();
  else if (before?.hash !== state.hash) listeners.get(state.name)?.(state.hash);
});
