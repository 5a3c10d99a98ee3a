import { Trans } from '@lingui/react/macro';
import { PLACES_CREDIT } from '@waymark/api-contract/limits';
import { Link, Text } from '@waymark/ui';

/** Who the places come from, as their licence asks. */
export function PlaceCredit() {
  return (
    <Text muted fontSize="xs">
      <Trans>
        Places: <Link href={PLACES_CREDIT.href}>{PLACES_CREDIT.name}</Link> ({PLACES_CREDIT.licence})
      </Trans>
    </Text>
  );
}
