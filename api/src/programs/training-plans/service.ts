import { SERVICE_BASES } from '@waymark/api-contract';
import { addressKind } from '../../kernel/server/account-credentials.ts';
import type { Service } from '../../kernel/server/route.ts';
import { planAdaptation } from './adaptive-plans.ts';
import {
  calendarAddressHandler,
  calendarHandler,
  removeCalendarAddressHandler,
  renewCalendarAddressHandler,
  sessionFileHandler,
} from './calendar.ts';
import {
  createHandler,
  listHandler,
  planHandler,
  removeHandler,
  shareHandler,
  unshareHandler,
  updateHandler,
} from './plan-store.ts';
import { arrangeHandler, sessionHandler, updateSessionHandler } from './planned-sessions.ts';
import { startHandler } from './start-plan.ts';
import {
  listStartedHandler,
  removeStartedHandler,
  startedHandler,
  updateStartedHandler,
} from './started-plans.ts';

export const trainingPlansService: Service = {
  name: 'training plans',
  base: SERVICE_BASES.main,
  scopeArea: 'workout',
  routes: [
    listHandler,
    planHandler,
    createHandler,
    updateHandler,
    removeHandler,
    shareHandler,
    unshareHandler,
    listStartedHandler,
    startHandler,
    startedHandler,
    updateStartedHandler,
    removeStartedHandler,
    arrangeHandler,
    sessionHandler,
    updateSessionHandler,
    sessionFileHandler,
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
  routes: [
    calendarAddressHandler,
    renewCalendarAddressHandler,
    removeCalendarAddressHandler,
    calendarHandler,
  ],
  credentials: [addressKind('calendar_address', 'calendar_addresses')],
};
