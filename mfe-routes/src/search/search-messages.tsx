import { Trans, useLingui } from '@lingui/react/macro';
import { Button, EmptyState, Flex, RouteIcon, Banner } from '@waymark/ui';
import { type Criteria, RADII } from './search-criteria.ts';
import { useLength } from './order-options.ts';
import type { AddressProblem } from './search-address.ts';

interface NothingFoundProps {
  criteria: Criteria;
  onSearch: (criteria: Criteria) => void;
}

/** No route meets all criteria: what can be widened, each with the button that does it. */
export function NothingFound({ criteria, onSearch }: NothingFoundProps) {
  const { t } = useLingui();
  const length = useLength();
  const wider = RADII[criteria.unit].filter((radius) => radius > criteria.radius);
  const next = wider[Math.min(1, wider.length - 1)];
  const ways: { label: string; change: Partial<Criteria> }[] = [];
  if (criteria.location && next !== undefined)
    ways.push({ label: t`Within ${length(next, criteria.unit)}`, change: { radius: next } });
  if (criteria.distanceMinimum !== null || criteria.distanceMaximum !== null)
    ways.push({
      label: t`Any length`,
      change: { distanceType: 'atleast', distanceMinimum: null, distanceMaximum: null },
    });
  if (criteria.activityType !== null) ways.push({ label: t`All activities`, change: { activityType: null } });
  if (criteria.routeName)
    ways.push({
      label: t`Any name`,
      change: { routeName: '', sort: criteria.sort === '-text_match' ? null : criteria.sort },
    });
  if (criteria.location && criteria.routeName)
    ways.push({ label: t`This name anywhere`, change: { location: null, place: '' } });
  const fresh = ways.length === 0 && !criteria.location;
  return (
    <EmptyState
      icon={<RouteIcon size={40} />}
      title={fresh ? <Trans>Where would you like to go?</Trans> : <Trans>No routes found</Trans>}
      action={
        ways.length > 0 ? (
          <Flex gap={2} wrap="wrap" justify="center">
            {ways.map(({ label, change }) => (
              <Button key={label} onClick={() => onSearch({ ...criteria, ...change })}>
                {label}
              </Button>
            ))}
          </Flex>
        ) : fresh ? undefined : (
          <Button href="/routes/create">
            <Trans>Plan a route</Trans>
          </Button>
        )
      }
    >
      {ways.length > 0 ? (
        <Trans>No routes match. Try a wider search:</Trans>
      ) : criteria.location ? (
        <Trans>No public routes here yet. Plan the first one.</Trans>
      ) : (
        <Trans>Choose a place to see the routes that start around it.</Trans>
      )}
    </EmptyState>
  );
}

/** What an address asks for that cannot be searched, each in a sentence. */
export function AddressProblems({ wrong }: { wrong: readonly AddressProblem[] }) {
  const { t } = useLingui();
  const words: Readonly<Record<AddressProblem, string>> = {
    location: t`We couldn’t find the place on the map, so we left it out.`,
    radius: t`The radius is too small or too large, so we used the usual one.`,
    distance: t`The distances don’t fit together, so we left them out.`,
    name: t`The name has no letters in it, so we left it out.`,
    activity: t`We don’t know that activity, so all are shown.`,
    sort: t`We don’t know that order, so we used the usual one.`,
    page: t`That page doesn’t exist, so this is the first one.`,
  };
  return (
    <Banner kind="warning" title={<Trans>Not all of this address could be searched</Trans>}>
      {wrong.map((one) => words[one]).join(' ')}
    </Banner>
  );
}
