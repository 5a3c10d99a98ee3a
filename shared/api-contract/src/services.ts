/** Where each service is mounted when the startup settings do not move it. */
export const SERVICE_BASES = {
  auth: '/auth',
  main: '/services/main/v7.1',
  platform: '/platform',
  internal: '/internal',
  loyalty: '/services/main/v1/loyalty',
  challenges: '/services/challenges',
  consent: '/services/consent',
  billing: '/services/billing',
  checkout: '/checkoutapi',
  routes: '/services/routes',
  geo: '/services/geo',
  ads: '/services/house-ads',
  routing: '/services/routing',
  places: '/services/places',
  elevation: '/services/elevation',
} as const;

export type ServiceName = keyof typeof SERVICE_BASES;
