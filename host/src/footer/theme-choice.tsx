import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useApp } from '../app/context.ts';
import { useStore } from '@waymark/store';
import { THEMES, type Theme } from '../app/theme.ts';

/** Light, dark, or as the system has it. */
export function ThemeChoice() {
  const { theme } = useApp();
  const chosen = useStore(theme);
  const names: Record<Theme, ReactNode> = {
    system: <Trans>System</Trans>,
    light: <Trans>Light</Trans>,
    dark: <Trans>Dark</Trans>,
  };
  return (
    <fieldset className="wm-h-themes">
      <legend>
        <Trans>Appearance</Trans>
      </legend>
      {THEMES.map((value) => (
        <label key={value}>
          <input
            type="radio"
            name="wm-theme"
            value={value}
            checked={chosen === value}
            onChange={() => theme.set(value)}
          />
          <span>{names[value]}</span>
        </label>
      ))}
    </fieldset>
  );
}
