import type { RouteSummary } from '@waymark/api-contract';

/** 'Austin, TX': where a route starts, as far as anybody knows; empty where nobody does. */
export const formatLocality = ({
  locality,
  region,
  country,
}: Pick<RouteSummary, 'locality' | 'region' | 'country'>) =>
  [locality, region || country].filter(Boolean).join(', ');
