import type { ServiceName } from '@waymark/api-contract';

/** Headers that a service wants besides the bearer token. */
export const SERVICE_HEADERS: Partial<Record<ServiceName, Record<string, string>>> = {
  auth: { 'x-requested-with': 'waymark' },
  challenges: { 'api-key': 'waymark-web' },
  billing: { 'billing-domain': 'mmf' },
};

const RETRIED: Partial<Record<ServiceName, readonly number[]>> = {
  main: [502, 503, 504],
  loyalty: [502, 503, 504],
  challenges: [502],
  consent: [503, 504],
};

/** Is this a temporary status that the service's calls are tried again after, once? */
export const isRetried = (service: ServiceName, status: number): boolean =>
  RETRIED[service]?.includes(status) ?? false;

export const RETRY_PAUSE_MS = 250;
