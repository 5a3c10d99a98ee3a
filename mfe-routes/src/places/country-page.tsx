import { regionCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useCall, usePageTitle } from '@waymark/remote';
import { Heading, Stack } from '@waymark/ui';
import { FindCity } from './find-city.tsx';
import { Named, PlaceColumns, PlacesSkeleton } from './place-columns.tsx';
import { PlaceCredit } from './place-credit.tsx';
import { PlaceMissing } from './place-missing.tsx';

const AN_HOUR = 3_600_000;

/** A country: its largest cities and its states. */
export function CountryPage({ country }: { country: string }) {
  const { t } = useLingui();
  const { data, error, refetch, isFetching } = useCall(
    regionCalls.states,
    { query: { country } },
    { staleTime: AN_HOUR },
  );
  const name = data?.country_name ?? country.toUpperCase();
  usePageTitle(data ? t`Routes in ${name}` : t`Find your city`);
  if (error && !data)
    return <PlaceMissing error={error} retrying={isFetching} retry={() => void refetch()} />;
  return (
    <Stack gap={8} w="100%">
      <Stack gap={4} maxW="640px">
        <Heading level={1}>
          {data ? (
            <Trans>
              Find your city: <Named>{name}</Named>
            </Trans>
          ) : (
            <Trans>Find your city</Trans>
          )}
        </Heading>
        <FindCity placeholder={t`Search Any City or State`} />
      </Stack>
      {!data && <PlacesSkeleton />}
      {data && data.popular_cities.length > 0 && (
        <section aria-labelledby="popular">
          <Heading level={2} id="popular" mb={3}>
            <Trans>Popular cities</Trans>
          </Heading>
          <PlaceColumns
            places={data.popular_cities.map(({ name: label, state_short_name, path }) => ({
              label,
              note: state_short_name,
              path,
            }))}
          />
        </section>
      )}
      {data && data.states.length > 0 && (
        <section aria-labelledby="states">
          <Heading level={2} id="states" mb={3}>
            <Trans>States and regions</Trans>
          </Heading>
          <PlaceColumns places={data.states.map((state) => ({ label: state.name, path: state.path }))} />
        </section>
      )}
      {data && <PlaceCredit />}
    </Stack>
  );
}
