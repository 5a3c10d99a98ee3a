// The calls as a browser knows them: where they go at run time, what they take and answer as types only. No schema and
// no part of zod comes along.
import type { ClientCalls } from './client-call.ts';
import type { Endpoint } from './endpoints/endpoint.ts';
import * as account from './endpoints/account.ts';
import * as challenges from './endpoints/challenges.ts';
import * as groups from './endpoints/groups.ts';
import * as trainingPlans from './endpoints/training-plans.ts';
import * as billing from './endpoints/billing.ts';
import * as members from './endpoints/members.ts';
import * as routes from './endpoints/routes.ts';
import * as social from './endpoints/social.ts';
import * as workouts from './endpoints/workouts.ts';
import type * as schemas from './index.ts';

export type { CallTypes, ClientCall } from './client-call.ts';
export { storyCalls } from './story-calls.ts';
export { RESOURCES, type Endpoint, type Resource } from './endpoints/endpoint.ts';
export * from './services.ts';

/** The path of a call with its parameters filled in: `/workout/42/`. */
export const callPath = ({ path }: Pick<Endpoint, 'path'>, params: object = {}): string =>
  path.replaceAll(/:([A-Za-z]\w*)/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  );

export const activityTypeCalls = members.activityTypeEndpoints as ClientCalls<
  typeof schemas.activityTypeCalls
>;
export const authCalls = members.authEndpoints as ClientCalls<typeof schemas.authCalls>;
export const geoCalls = members.geoEndpoints as ClientCalls<typeof schemas.geoCalls>;
export const houseAdCalls = members.houseAdEndpoints as ClientCalls<typeof schemas.houseAdCalls>;
export const platformCalls = members.platformEndpoints as ClientCalls<typeof schemas.platformCalls>;
export const userCalls = members.userEndpoints as ClientCalls<typeof schemas.userCalls>;

export const editCalls = workouts.editEndpoints as ClientCalls<typeof schemas.editCalls>;
export const exportCalls = workouts.exportEndpoints as ClientCalls<typeof schemas.exportCalls>;
export const allWorkoutsCalls = workouts.allWorkoutsEndpoints as ClientCalls<typeof schemas.allWorkoutsCalls>;
export const challengeCalls = challenges.challengeEndpoints as ClientCalls<typeof schemas.challengeCalls>;
export const groupCalls = groups.groupEndpoints as ClientCalls<typeof schemas.groupCalls>;
export const goalCalls = trainingPlans.goalEndpoints as ClientCalls<typeof schemas.goalCalls>;
export const loyaltyCalls = challenges.loyaltyEndpoints as ClientCalls<typeof schemas.loyaltyCalls>;
export const trainingPlanCalls = trainingPlans.trainingPlanEndpoints as ClientCalls<
  typeof schemas.trainingPlanCalls
>;
export const startedPlanCalls = trainingPlans.startedPlanEndpoints as ClientCalls<
  typeof schemas.startedPlanCalls
>;
export const calendarAddressCalls = trainingPlans.calendarAddressEndpoints as ClientCalls<
  typeof schemas.calendarAddressCalls
>;
export const gearCalls = workouts.gearEndpoints as ClientCalls<typeof schemas.gearCalls>;
export const importCalls = workouts.importEndpoints as ClientCalls<typeof schemas.importCalls>;
export const manyWorkoutsCalls = workouts.manyWorkoutsEndpoints as ClientCalls<
  typeof schemas.manyWorkoutsCalls
>;
export const photoCalls = workouts.photoEndpoints as ClientCalls<typeof schemas.photoCalls>;
export const privacyZoneCalls = workouts.privacyZoneEndpoints as ClientCalls<typeof schemas.privacyZoneCalls>;
export const similarCalls = workouts.similarEndpoints as ClientCalls<typeof schemas.similarCalls>;
export const statsCalls = workouts.statsEndpoints as ClientCalls<typeof schemas.statsCalls>;
export const weatherCalls = workouts.weatherEndpoints as ClientCalls<typeof schemas.weatherCalls>;
export const workoutCalls = workouts.workoutEndpoints as ClientCalls<typeof schemas.workoutCalls>;
export const zoneCalls = workouts.zoneEndpoints as ClientCalls<typeof schemas.zoneCalls>;

export const elevationCalls = routes.elevationEndpoints as ClientCalls<typeof schemas.elevationCalls>;
export const geocodeCalls = routes.geocodeEndpoints as ClientCalls<typeof schemas.geocodeCalls>;
export const partnerCalls = routes.partnerEndpoints as ClientCalls<typeof schemas.partnerCalls>;
export const placeCalls = routes.placeEndpoints as ClientCalls<typeof schemas.placeCalls>;
export const regionCalls = routes.regionEndpoints as ClientCalls<typeof schemas.regionCalls>;
export const routeCalls = routes.routeEndpoints as ClientCalls<typeof schemas.routeCalls>;
export const routingCalls = routes.routingEndpoints as ClientCalls<typeof schemas.routingCalls>;

export const contactCalls = social.contactEndpoints as ClientCalls<typeof schemas.contactCalls>;
export const feedAddressCalls = social.feedAddressEndpoints as ClientCalls<typeof schemas.feedAddressCalls>;
export const friendCalls = social.friendEndpoints as ClientCalls<typeof schemas.friendCalls>;
export const notificationCalls = social.notificationEndpoints as ClientCalls<
  typeof schemas.notificationCalls
>;
export const safetyCalls = social.safetyEndpoints as ClientCalls<typeof schemas.safetyCalls>;
export const accountDeletionCalls = account.accountDeletionEndpoints as ClientCalls<
  typeof schemas.accountDeletionCalls
>;
export const healthDataCalls = account.healthDataEndpoints as ClientCalls<typeof schemas.healthDataCalls>;
export const consentCalls = account.consentEndpoints as ClientCalls<typeof schemas.consentCalls>;
export const dataExportCalls = account.dataExportEndpoints as ClientCalls<typeof schemas.dataExportCalls>;
export const emailPreferenceCalls = account.emailPreferenceEndpoints as ClientCalls<
  typeof schemas.emailPreferenceCalls
>;
export const legalCalls = account.legalEndpoints as ClientCalls<typeof schemas.legalCalls>;
export const securityCalls = account.securityEndpoints as ClientCalls<typeof schemas.securityCalls>;
export const signInCalls = account.signInEndpoints as ClientCalls<typeof schemas.signInCalls>;
export const supportCalls = account.supportEndpoints as ClientCalls<typeof schemas.supportCalls>;
export const oauthCalls = account.oauthEndpoints as ClientCalls<typeof schemas.oauthCalls>;
export const chatAppCalls = account.chatAppEndpoints as ClientCalls<typeof schemas.chatAppCalls>;
export const connectionCalls = account.connectionEndpoints as ClientCalls<typeof schemas.connectionCalls>;

export const billingCalls = billing.billingEndpoints as ClientCalls<typeof schemas.billingCalls>;
export const checkoutCalls = billing.checkoutEndpoints as ClientCalls<typeof schemas.checkoutCalls>;
export const billingOperatorCalls = billing.billingOperatorEndpoints as ClientCalls<
  typeof schemas.billingOperatorCalls
>;
