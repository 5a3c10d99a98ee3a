import { I18nProvider } from '@lingui/react';
import { render } from '@testing-library/react';
import { createI18n } from '@waymark/i18n';
import type { ReactNode } from 'react';
import { UiProvider, type UiProviderProps } from './theme/provider.tsx';

/** Renders controls inside the providers that the mounting app gives them. */
export function renderUi(
  ui: ReactNode,
  { locale = 'en-us', ...provider }: { locale?: string } & Omit<UiProviderProps, 'children'> = {},
) {
  const i18n = createI18n(locale);
  return render(ui, {
    wrapper: ({ children }) => (
      <I18nProvider i18n={i18n}>
        <UiProvider {...provider}>{children}</UiProvider>
      </I18nProvider>
    ),
  });
}
