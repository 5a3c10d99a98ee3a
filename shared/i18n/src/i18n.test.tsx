import { I18nProvider } from '@lingui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { render, screen } from '@testing-library/react';
import { createI18n } from './i18n.ts';

function Sample({ runs }: { runs: number }) {
  const { t } = useLingui();
  return (
    <p title={t`Your ${runs} runs`}>
      <Trans>
        You have <b>{runs}</b> new
      </Trans>{' '}
      <Plural value={runs} one="# run" other="# runs" />
    </p>
  );
}

function show(locale: string, runs: number) {
  render(
    <I18nProvider i18n={createI18n(locale)}>
      <Sample runs={runs} />
    </I18nProvider>,
  );
}

it('shows the English in the code, with plurals', () => {
  show('en-us', 1);
  expect(screen.getByTitle('Your 1 runs').textContent).toBe('You have 1 new 1 run');
});

it('accents every letter in the pseudo-locale and keeps rich text whole', () => {
  show('pseudo', 2);
  const paragraph = screen.getByTitle('Ýóúŕ 2 ŕúñš');
  expect(paragraph.innerHTML).toContain('<b>2</b>');
  expect(paragraph.textContent).not.toMatch(/[a-zA-Z]/);
});
