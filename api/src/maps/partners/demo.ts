import type { Partner, PartnerSetting } from '@waymark/api-contract';
import { TOWN_CENTER } from '../demo-town.ts';

/** Invented, in the invented town, to look at the pages that a partner's app shows. */
export const DEMO_PARTNER: Partner & PartnerSetting = {
  code: 'wayside',
  name: 'Wayside Inns',
  radius: 10_000,
  support_link: null,
  origins: ['https://app.wayside.example'],
  locations: [
    {
      id: 'market-circle',
      name: 'Wayside Market Circle',
      address: '1 Market Circle, Demo town',
      lat: TOWN_CENTER.lat + 0.002,
      lng: TOWN_CENTER.lng + 0.002,
    },
    {
      id: 'park-gate',
      name: 'Wayside Park Gate',
      address: '12 11th Street, Demo town',
      lat: TOWN_CENTER.lat - 0.017,
      lng: TOWN_CENTER.lng - 0.017,
    },
  ],
};
