import { activityTypesService } from './platform/activity-types.ts';
import { authService } from './members/auth/service.ts';
import { billingService, checkoutService } from './billing/service.ts';
import { chatAppsService } from './members/chat-apps/service.ts';
import { connectionsService } from './connections/service.ts';
import { consentReadsService, consentsService } from './consents/service.ts';
import { editsService } from './workouts/edits/service.ts';
import { emailPreferencesService } from './email-preferences/service.ts';
import { allWorkoutsService, exportService } from './exports/service.ts';
import { friendsService } from './friends/service.ts';
import { gearService } from './workouts/gear/service.ts';
import { elevationService } from './elevation/service.ts';
import { goalsService } from './goals/service.ts';
import { geoService } from './geo/service.ts';
import { healthDataService } from './health-data/service.ts';
import { houseAdsService } from './house-ads/service.ts';
import { heatMapService } from './workouts/heat-map/service.ts';
import { idempotencyService } from './kernel/idempotency/service.ts';
import { importsService } from './imports/service.ts';
import { loyaltyService } from './loyalty/service.ts';
import { legalService } from './legal/service.ts';
import { mailboxService } from './kernel/mail/mailbox.ts';
import { notificationsService } from './notifications/service.ts';
import { peopleService } from './people/service.ts';
import { partnersService } from './partners/service.ts';
import { geocodeService } from './places/geocode.ts';
import { regionsService } from './places/regions.ts';
import { challengesService } from './challenges/service.ts';
import { citySearchService } from './places/search.ts';
import { photosService } from './workouts/photos/service.ts';
import { developerService } from './platform/developer/service.ts';
import { platformService } from './platform/service.ts';
import { privacyZonesService } from './privacy/service.ts';
import { workoutCoursesService } from './routes/from-workout.ts';
import { routesService } from './routes/service.ts';
import { routingService } from './routing/service.ts';
import { scheduledMailsService } from './scheduled-mails/service.ts';
import type { Service } from './kernel/server/route.ts';
import { storiesService } from './stories/service.ts';
import { safetyService } from './safety/service.ts';
import { statsService } from './stats/service.ts';
import { similarService } from './workouts/similar/service.ts';
import { securityService } from './members/security/service.ts';
import { dataExportService } from './data-export/service.ts';
import { personalTokensService } from './members/personal-tokens/service.ts';
import { oauthService } from './oauth/service.ts';
import { trainingCalendarService, trainingPlansService } from './training-plans/service.ts';
import { supportService } from './support/service.ts';
import { deletionService } from './account-deletion/service.ts';
import { picturesService, usersService } from './members/users/service.ts';
import { weatherService } from './workouts/weather/service.ts';
import { workoutsService } from './workouts/service.ts';
import { zonesService } from './workouts/training-zones/service.ts';

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
