// Loaded before React DOM, which then tells of every component it draws, so that it can be exchanged in place.
// Never part of a product build.
import type { PageGlobals } from '@waymark/contract/early';
import {
  createSignatureFunctionForTransform,
  injectIntoGlobalHook,
  isLikelyComponentType,
  performReactRefresh,
  register,
} from 'react-refresh/runtime';

export interface HotModule {
  id: string | number;
  exports: Record<string, unknown>;
  hot: HotUpdates;
}
/** Functions that the code of development builds calls as `window.waymark.development` (`refresh-loader.ts`). */
interface Development extends NonNullable<PageGlobals['development']> {
  register: (type: unknown, id: string) => void;
  createSignature: typeof createSignatureFunctionForTransform;
  /** Lets a module that exports components alone be exchanged in place. */
  accept: (module: HotModule) => void;
}

let drawing: ReturnType<typeof setTimeout> | undefined;

injectIntoGlobalHook(window);
const hooks: Development = {
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
};
(window.waymark ??= {}).development = hooks;
