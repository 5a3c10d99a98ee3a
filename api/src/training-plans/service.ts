import { SERVICE_BASES } from '@waymark/api-contract';
import type { Service } from '../kernel/server/route.ts';
import {
  calendarAddressRoute,
  calendarRoute,
  removeCalendarAddressRoute,
  renewCalendarAddressRoute,
  sessionFileRoute,
} from './calendar.ts';
import {
  createRoute,
  listRoute,
  planRoute,
  removeRoute,
  shareRoute,
  unshareRoute,
  updateRoute,
} from './plan-store.ts';
import {
  arrangeRoute,
  listStartedRoute,
  removeStartedRoute,
  sessionRoute,
  startedRoute,
  startRoute,
  updateSessionRoute,
  updateStartedRoute,
} from './started-plans.ts';

export const trainingPlansService: Service = {
  name: 'training plans',
  base: SERVICE_BASES.main,
  scopeArea: 'workout',
  routes: [
    listRoute,
    planRoute,
    createRoute,
    updateRoute,
    removeRoute,
    shareRoute,
    unshareRoute,
    listStartedRoute,
    startRoute,
    startedRoute,
    updateStartedRoute,
    removeStartedRoute,
    arrangeRoute,
    sessionRoute,
    updateSessionRoute,
    sessionFileRoute,
    calendarAddressRoute,
    renewCalendarAddressRoute,
    removeCalendarAddressRoute,
    calendarRoute,
  ],
};
