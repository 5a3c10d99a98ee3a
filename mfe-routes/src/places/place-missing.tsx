import { Trans, useLingui } from '@lingui/react/macro';
import type { ApiError } from '@waymark/contract';
import { Heading, LoadFailed, Stack, Text } from '@waymark/ui';
import { FindCity } from './find-city.tsx';

/** What stands in the place of a page whose country, state or city is not known, or cannot be loaded. */
export function PlaceMissing({
  error,
  retry,
  retrying,
}: {
  error: ApiError;
  retry: () => void;
  retrying: boolean;
}) {
  const { t } = useLingui();
  if (error.status === 404 || error.status === 400)
    return (
      <Stack gap={4} maxW="640px">
        <Heading level={1}>
          <Trans>We don’t know this place</Trans>
        </Heading>
        <Text>{error.description || <Trans>Search for it by its name.</Trans>}</Text>
        <FindCity placeholder={t`Search Any City or State`} />
      </Stack>
    );
  return (
    <LoadFailed
      title={<Trans>We couldn’t load this place.</Trans>}
      error={error}
      retry={retry}
      busy={retrying}
    />
  );
}
