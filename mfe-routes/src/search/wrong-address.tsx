import { Trans, useLingui } from '@lingui/react/macro';
import { Banner } from '@waymark/ui';
import type { Wrong } from './address.ts';

/** What an address asks for that cannot be searched, each in a sentence. */
export function WrongAddress({ wrong }: { wrong: readonly Wrong[] }) {
  const { t } = useLingui();
  const words: Readonly<Record<Wrong, string>> = {
    location: t`The place is not one on this earth, so it was left out.`,
    radius: t`The radius is too small or too large, so the usual one is used.`,
    distance: t`The distances do not fit together, so they were left out.`,
    name: t`The name has no letters in it, so it was left out.`,
    activity: t`The activity is not known, so all are shown.`,
    sort: t`The order is not known, so the usual one is used.`,
    page: t`There is no such page, so this is the first one.`,
  };
  return (
    <Banner kind="warning" title={<Trans>Not all of this address could be searched</Trans>}>
      {wrong.map((one) => words[one]).join(' ')}
    </Banner>
  );
}
