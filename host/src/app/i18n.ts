import { setupI18n, type I18n } from '@lingui/core';
import { pseudolocalize } from '@waymark/i18n';

/**
 * The shell's translator. Its texts have names in braces and no plurals, so it does without the parser for those,
 * which weighs as much as the rest of the first script; remotes get the whole one.
 */
export function createShellI18n(locale: string): I18n {
  const i18n = setupI18n();
  i18n.setMessagesCompiler(compile);
  const pseudo = locale === 'pseudo';
  i18n.load(locale, {});
  i18n.activate(locale, pseudo ? ['en'] : undefined);
  if (pseudo) {
    const translate = i18n._.bind(i18n);
    const accented = ((...args: Parameters<I18n['_']>) => pseudolocalize(translate(...args))) as I18n['_'];
    Object.assign(i18n, { _: accented, t: accented });
  }
  return i18n;
}

/** 'Hello {name}' as `['Hello ', ['name']]`. @throws Error for a text that needs the whole parser */
function compile(text: string): (string | [string])[] {
  if (/\{\w+,/.test(text)) throw new Error(`The shell's texts have no plurals: ${text}`);
  return text
    .split(/\{(\w+)\}/)
    .map((part, i): string | [string] => (i % 2 ? [part] : part))
    .filter((part) => part !== '');
}
