import type { Partner, PartnerLocation } from '@waymark/api-contract';
import { partnerCalls } from '@waymark/api-contract/client';
import { useCall } from '@waymark/remote';
import { useParams, useSearchParams } from 'react-router-dom';

const SECTION = /^([a-z][a-z0-9-]*)_routes$/;
const AN_HOUR = 3_600_000;

/** The partner whose app shows the page, the location named by the address, and links to the partner's pages. */
export function usePartnerLocation() {
  const { partner: section = '' } = useParams();
  const [search] = useSearchParams();
  const code = SECTION.exec(section)?.[1] ?? '';
  const {
    data: partner,
    error,
    refetch,
    isFetching,
  } = useCall(partnerCalls.one, { params: { code } }, { enabled: code !== '', staleTime: AN_HOUR });
  const asked = search.get('location');
  return {
    partner,
    error,
    retry: () => void refetch(),
    retrying: isFetching,
    house: partner && findLocation(partner, asked),
    routeId: search.get('route') ?? '',
    links: partnerLinks(section, asked),
  };
}

/** The location of an id, or the only one without an id. Null where the guest has to choose. */
function findLocation({ locations }: Partner, asked: string | null): PartnerLocation | null {
  if (asked === null) return locations.length === 1 ? locations[0]! : null;
  return locations.find(({ id }) => id === asked) ?? null;
}

/** Addresses of a partner's pages; the house goes along. */
export function partnerLinks(section: string, location: string | null) {
  const base = `/mobile/${section}`;
  const query = (params: Record<string, string | null>) => {
    const set = Object.entries(params).filter((pair): pair is [string, string] => pair[1] !== null);
    return set.length > 0 ? `?${new URLSearchParams(set).toString()}` : '';
  };
  return {
    nearby: (house: string | null = location) => `${base}${query({ location: house })}`,
    details: (route: string | number) => `${base}/details${query({ location, route: String(route) })}`,
    locationError: `${base}/location_error`,
    notFound: `${base}/not_found${query({ location })}`,
  };
}
