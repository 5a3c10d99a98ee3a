import { readLocal, writeCookie, writeLocal } from '@waymark/api-contract/browser-storage';
import type { Store } from '@waymark/store';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** The edge reads this cookie and writes `data-theme` into the page, so that nothing flashes. */
export const THEME_COOKIE = 'wm_theme';
const YEAR_SECONDS = 365 * 24 * 3600;

const isTheme = (value: unknown): value is Theme => THEMES.includes(value as Theme);

/** The choice that was kept: storage first, then what the edge wrote from the cookie. */
export function readTheme(window: Window): Theme {
  const stored = readLocal(THEME_COOKIE);
  const written = window.document.documentElement.dataset['theme'];
  return isTheme(stored) ? stored : isTheme(written) ? written : 'system';
}

function applyTheme(window: Window, theme: Theme): void {
  const root = window.document.documentElement;
  if (theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
}

/** Takes over the kept choice, keeps each new one, and follows a choice made in another tab. */
export function startTheme(theme: Store<Theme>, window: Window): void {
  theme.set(readTheme(window));
  applyTheme(window, theme.get());
  theme.subscribe(() => {
    const chosen = theme.get();
    applyTheme(window, chosen);
    writeCookie(THEME_COOKIE, chosen, YEAR_SECONDS);
    writeLocal(THEME_COOKIE, chosen);
  });
  window.addEventListener('storage', (event) => {
    if (event.key === THEME_COOKIE && isTheme(event.newValue)) theme.set(event.newValue);
  });
}
