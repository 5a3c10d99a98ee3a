import { SERVICE_BASES } from '@waymark/api-contract';
import { addressKind } from '../../kernel/server/account-credentials.ts';
import type { Service } from '../../kernel/server/route.ts';
import { planAdaptation } from './adaptive-plans.ts';
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
import { arrangeRoute, sessionRoute, updateSessionRoute } from './planned-sessions.ts';
import { startRoute } from './start-plan.ts';
import { listStartedRoute, removeStartedRoute, startedRoute, updateStartedRoute } from './started-plans.ts';

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
  ],
  jobs: planAdaptation.declare,
  started: planAdaptation.next,
};

/**
 * The private address of a calendar. It outlives the permission of an application that read it, so that no token opens
 * these calls.
 */
export const trainingCalendarService: Service = {
  name: 'training calendar',
  base: SERVICE_BASES.main,
  routes: [calendarAddressRoute, renewCalendarAddressRoute, removeCalendarAddressRoute, calendarRoute],
  credentials: [addressKind('calendar_address', 'calendar_addresses')],
};
