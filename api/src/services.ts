import { activityTypesService } from './platform/activity-types.ts';
import { authService } from './members/auth/service.ts';
import { billingService, checkoutService } from './commerce/billing/service.ts';
import { chatAppsService } from './members/chat-apps/service.ts';
import { connectionsService } from './training/connections/service.ts';
import { consentReadsService, consentsService } from './members/consents/service.ts';
import { editsService } from './training/workouts/edits/service.ts';
import { emailPreferencesService } from './members/email-preferences/service.ts';
import { allWorkoutsService, exportService } from './training/exports/service.ts';
import { friendsService } from './members/friends/service.ts';
import { gearService } from './training/workouts/gear/service.ts';
import { elevationService } from './maps/elevation/service.ts';
import { goalsService } from './training/goals/service.ts';
import { geoService } from './members/geo/service.ts';
import { healthDataService } from './account/health-data/service.ts';
import { houseAdsService } from './commerce/house-ads/service.ts';
import { heatMapService } from './training/workouts/heat-map/service.ts';
import { idempotencyService } from './kernel/idempotency/service.ts';
import { importsService } from './training/imports/service.ts';
import { loyaltyService } from './programs/loyalty/service.ts';
import { legalService } from './members/legal/service.ts';
import { mailboxService } from './kernel/mail/mailbox.ts';
import { notificationsService } from './community/notifications/service.ts';
import { peopleService } from './community/people/service.ts';
import { partnersService } from './maps/partners/service.ts';
import { geocodeService } from './maps/places/geocode.ts';
import { regionsService } from './maps/places/regions.ts';
import { challengesService } from './programs/challenges/service.ts';
import { citySearchService } from './maps/places/search.ts';
import { photosService } from './training/workouts/photos/service.ts';
import { developerService } from './platform/developer/service.ts';
import { platformService } from './platform/service.ts';
import { privacyZonesService } from './training/privacy/service.ts';
import { workoutCoursesService } from './training/workouts/from-workout.ts';
import { routesService } from './maps/routes/service.ts';
import { routingService } from './maps/routing/service.ts';
import { scheduledMailsService } from './community/scheduled-mails/service.ts';
import type { Service } from './kernel/server/route.ts';
import { storiesService } from './community/stories/service.ts';
import { safetyService } from './community/safety/service.ts';
import { statsService } from './training/stats/service.ts';
import { similarService } from './training/workouts/similar/service.ts';
import { securityService } from './members/security/service.ts';
import { dataExportService } from './account/data-export/service.ts';
import { personalTokensService } from './members/personal-tokens/service.ts';
import { oauthService } from './members/oauth/service.ts';
import { trainingCalendarService, trainingPlansService } from './programs/training-plans/service.ts';
import { supportService } from './members/support/service.ts';
import { deletionService } from './account/account-deletion/service.ts';
import { picturesService, usersService } from './members/users/service.ts';
import { weatherService } from './training/workouts/weather/service.ts';
import { workoutsService } from './training/workouts/service.ts';
import { zonesService } from './training/workouts/training-zones/service.ts';

const documented: Service[] = [
  authService,
  securityService,
  chatAppsService,
  deletionService,
  dataExportService,
  personalTokensService,
  oauthService,
  connectionsService,
  billingService,
  checkoutService,
  supportService,
  consentsService,
  consentReadsService,
  healthDataService,
  usersService,
  emailPreferencesService,
  friendsService,
  peopleService,
  storiesService,
  notificationsService,
  safetyService,
  // Challenges count what others see: what changed is stale before.
  privacyZonesService,
  challengesService,
  loyaltyService,
  picturesService,
  activityTypesService,
  workoutsService,
  statsService,
  goalsService,
  trainingPlansService,
  trainingCalendarService,
  importsService,
  editsService,
  exportService,
  allWorkoutsService,
  similarService,
  gearService,
  photosService,
  weatherService,
  zonesService,
  heatMapService,
  platformService,
  legalService,
  geoService,
  houseAdsService,
  routesService,
  workoutCoursesService,
  routingService,
  elevationService,
  regionsService,
  citySearchService,
  geocodeService,
  partnersService,
];

/** Every service of the API. Each lives in its own folder and is mounted below its own base. */
export const services: Service[] = [
  ...documented,
  idempotencyService,
  mailboxService,
  scheduledMailsService,
  developerService(documented),
];
