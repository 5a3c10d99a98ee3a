import { createI18n } from '@waymark/i18n';
import { createStore } from '@waymark/store';
import type { Session } from '@waymark/contract';
import { followMemberLanguage } from './language.ts';
import { SIGNED_OUT, signedInAs } from './session-state.ts';
import { ADA } from '../testing/fixtures.tsx';

const start = (locale: string) => {
  const i18n = createI18n(locale);
  const session = createStore<Session>(SIGNED_OUT);
  const page = document.implementation.createHTMLDocument();
  page.documentElement.lang = 'en-us';
  followMemberLanguage({ i18n, session }, page);
  const speak = (preferred_language: string) => {
    session.set(signedInAs({ ...ADA, preferred_language }, null));
    return [page.documentElement.lang, i18n.locale, i18n.date(new Date('2026-05-07T12:00:00Z'))];
  };
  return { session, speak, page, i18n };
};

it('[ACCT-02] page, texts and formats follow the language of the member at once, and stay after signing out', () => {
  const { session, speak, i18n } = start('en-us');
  const told: string[] = [];
  i18n.on('change', () => told.push(i18n.locale));
  expect(speak('en-gb')).toEqual(['en-gb', 'en-gb', '7 May 2026']);
  expect(speak('en-US')).toEqual(['en-us', 'en-us', 'May 7, 2026']);
  session.set(SIGNED_OUT);
  expect(new Set(told)).toEqual(new Set(['en-gb', 'en-us']));
  expect(i18n.locale).toBe('en-us');
});

it('[ACCT-02] a language that the product does not have changes nothing, nor does any the one of tests', () => {
  expect(start('en-gb').speak('fr').slice(0, 2)).toEqual(['en-us', 'en-gb']);
  expect(start('pseudo').speak('en-gb').slice(0, 2)).toEqual(['en-us', 'pseudo']);
});
