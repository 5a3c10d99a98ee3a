import type { ChallengeDetails } from '@waymark/api-contract';
import { useLingui } from '@lingui/react/macro';
import { useFormatLocale } from '@waymark/remote';

type AgeClass = NonNullable<ChallengeDetails['rules']['age_class']>;

/** Countries and age classes in words. */
export function useClassNames() {
  const { t } = useLingui();
  const locale = useFormatLocale();
  const ages: Record<AgeClass, string> = {
    under18: t`under 18`,
    '18to24': t`18 to 24`,
    '25to34': t`25 to 34`,
    '35to44': t`35 to 44`,
    '45to54': t`45 to 54`,
    '55andOver': t`55 and over`,
  };
  // A profile may hold other two characters, which Intl refuses.
  const countryName = (code: string): string =>
    /^[a-z]{2}$/i.test(code)
      ? (new Intl.DisplayNames(locale, { type: 'region' }).of(code.toUpperCase()) ?? code)
      : code;
  return { ages, countryName };
}
