import type { StartupSettings } from '@waymark/api-contract';
import type { ParamRule, ResolvedRemote } from '@waymark/contract/manifest';
import { splitParam } from '@waymark/contract/paths';
import type { FoundPage } from './find-page.ts';

type AppConfig = Pick<StartupSettings['appConfig'], 'countries' | 'partners'>;

/** What each named rule lets a part of an address be, by the settings. */
const VALUES: Record<ParamRule['rule'], (settings: AppConfig) => string[]> = {
  country: ({ countries }) => countries.filter((code) => /^[a-z]+$/.test(code)),
  partner: ({ partners }) => partners.map(({ code }) => code),
};
/** A restriction that nothing meets. */
const NOTHING = '(?!)';

/**
 * Restricts the parameters for which pages name a rule to the configured values: with every other value the page is not
 * found, for the edge and for the browser alike.
 * @param settings null while they are not known: then nothing is refused
 */
export function applyParamRules(
  remotes: readonly ResolvedRemote[],
  settings: AppConfig | null,
): ResolvedRemote[] {
  if (!settings) return [...remotes];
  const restricted = (pattern: string, params: Readonly<Record<string, ParamRule>>) =>
    pattern
      .split('/')
      .map((part) => {
        const name = splitParam(part)?.name;
        const rule = name === undefined ? undefined : params[name];
        if (!rule) return part;
        const values = VALUES[rule.rule](settings).map((value) => value + rule.suffix);
        return `:${name}(${values.join('|') || NOTHING})`;
      })
      .join('/');
  return remotes.map((remote) => ({
    ...remote,
    pages: remote.pages.map((page) =>
      page.params ? { ...page, pattern: restricted(page.pattern, page.params) } : page,
    ),
  }));
}

/** Who may show a page in a frame, as `frame-ancestors` says it. @param settings null while they are not known */
export function frameAncestors(
  { page, params }: Pick<FoundPage, 'page' | 'params'>,
  settings: AppConfig | null,
): string {
  if (page?.frame === 'anyone') return '*';
  if (page?.frame !== 'partners') return "'none'";
  const [name, rule] = Object.entries(page.params ?? {}).find(([, { rule }]) => rule === 'partner') ?? [];
  const value = name && params[name];
  const partner = settings?.partners.find(({ code }) => rule && code + rule.suffix === value);
  return partner?.origins.join(' ') || "'none'";
}
