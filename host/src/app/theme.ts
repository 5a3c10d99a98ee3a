import type { Store } from '@waymark/store';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** The edge reads this cookie and writes `data-theme` into the page, so that nothing flashes. */
export const THEME_COOKIE = 'wm_theme';
const YEAR_SECONDS = 365 * 24 * 3600;

const isTheme = (value: unknown): value is Theme => THEMES.includes(value as Theme);

/** The choice that was kept: storage first, then what the edge wrote from the cookie. */
export function readTheme(window: Window): Theme {
  let kept: unknown;
  try {
    kept = window.localStorage.getItem(THEME_COOKIE);
  } catch {
    // Storage may be forbidden; the cookie does.
  }
  const written = window.document.documentElement.dataset['theme'];
  return isTheme(kept) ? kept : isTheme(written) ? written : 'system';
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
    window.document.cookie = `${THEME_COOKIE}=${chosen}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
    try {
      window.localStorage.setItem(THEME_COOKIE, chosen);
    } catch {
      // As above.
    }
  });
  window.addEventListener('storage', (event) => {
    if (event.key === THEME_COOKIE && isTheme(event.newValue)) theme.set(event.newValue);
  });
}
