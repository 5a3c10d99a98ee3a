// The package brings no types.
declare module 'react-refresh/runtime' {
  /** Must run before React DOM does. */
  export function injectIntoGlobalHook(window: object): void;
  export function register(type: unknown, id: string): void;
  export function createSignatureFunctionForTransform(): (type: unknown, key?: string) => unknown;
  export function isLikelyComponentType(value: unknown): boolean;
  /** Draws every component whose code has changed, keeping its state where that fits. */
  export function performReactRefresh(): unknown;
}

/** What webpack offers to modules that are exchanged while they run. */
interface HotUpdates {
  /** What the module before this one left in `dispose`. */
  data: { exchanged?: true } | undefined;
  status(): string;
  accept(): void;
  invalidate(): void;
  dispose(leave: (data: { exchanged?: true }) => void): void;
  /** Fetches and applies one update. Null: there is none. */
  check(apply: true): Promise<unknown[] | null>;
}
interface ImportMeta {
  webpackHot?: HotUpdates;
}
declare const __webpack_hash__: string;
