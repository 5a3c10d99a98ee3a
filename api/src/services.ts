import { activityTypesService } from './activity-types/service.ts';
import { authService } from './auth/service.ts';
import { editsService } from './edits/service.ts';
import { allWorkoutsService, exportService } from './export/service.ts';
import { gearService } from './gear/service.ts';
import { elevationService } from './elevation/service.ts';
import { geoService } from './geo/service.ts';
import { heatMapService } from './heat-map/service.ts';
import { idempotencyService } from './idempotency/service.ts';
import { importsService } from './imports/service.ts';
import { mailboxService } from './mail/mailbox.ts';
import { partnersService } from './partners/service.ts';
import { geocodeService } from './places/geocode.ts';
import { regionsService } from './places/regions.ts';
import { citySearchService } from './places/search.ts';
import { photosService } from './photos/service.ts';
import { developerService } from './platform/developer/service.ts';
import { platformService } from './platform/service.ts';
import { privacyZonesService } from './privacy-zones/service.ts';
import { routesService } from './routes/service.ts';
import { routingService } from './routing/service.ts';
import type { Service } from './server/route.ts';
import { statsService } from './stats/service.ts';
import { similarService } from './similar/service.ts';
import { picturesService, usersService } from './users/service.ts';
import { weatherService } from './weather/service.ts';
import { workoutsService } from './workouts/service.ts';
import { zonesService } from './zones/service.ts';

const documented: Service[] = [
  authService,
  usersService,
  picturesService,
  activityTypesService,
  workoutsService,
  statsService,
  importsService,
  editsService,
  exportService,
  allWorkoutsService,
  similarService,
  gearService,
  photosService,
  weatherService,
  zonesService,
  privacyZonesService,
  heatMapService,
  platformService,
  geoService,
  routesService,
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
  developerService(documented),
];
