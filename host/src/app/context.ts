import type { Session } from '@waymark/contract';
import { createContext, use } from 'react';
import type { App } from './app.ts';
import { useStore } from '@waymark/store';

export const AppContext = createContext<App | null>(null);

/** @throws Error outside the shell */
export function useApp(): App {
  const app = use(AppContext);
  if (!app) throw new Error('This part of the shell was rendered outside it.');
  return app;
}
export const useSession = (): Session => useStore(useApp().session);
export const usePlace = () => useStore(useApp().place);
export const useSettings = () => useApp().boot.settings;
