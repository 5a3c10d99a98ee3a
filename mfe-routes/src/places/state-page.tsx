import { Trans, useLingui } from '@lingui/react/macro';
import type { State } from '@waymark/api-contract';
import { Breadcrumb, Heading, Stack } from '@waymark/ui';
import { useFormatLocale, usePageTitle } from '@waymark/remote';
import { countryName } from './country-name.ts';
import { FindCity } from './find-city.tsx';
import { Named } from './place-columns.tsx';
import { PlaceCredit } from './place-credit.tsx';
import { StateCities, useCitiesOf } from './state-cities.tsx';

/** A state: its cities. */
export function StatePage({ state, country }: { state: State; country: string }) {
  const { t } = useLingui();
  const locale = useFormatLocale();
  const cities = useCitiesOf(country, state.slug);
  usePageTitle(t`Routes in ${state.name}`);
  return (
    <Stack gap={6} w="100%">
      <Breadcrumb
        items={[
          { href: '/routes', label: t`Routes` },
          { href: `/${country}`, label: <Named>{countryName(country, locale)}</Named> },
          { label: <Named>{state.name}</Named> },
        ]}
      />
      <Stack gap={4} maxW="640px">
        <Heading level={1}>
          <Trans>
            Routes in <Named>{state.name}</Named>
          </Trans>
        </Heading>
        <FindCity placeholder={t`Search Any City`} />
      </Stack>
      <StateCities query={cities} />
      <PlaceCredit />
    </Stack>
  );
}
