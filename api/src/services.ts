import { importsService } from './imports/service.ts';
import type { Service } from './server/route.ts';
import { workoutsService } from './workouts/service.ts';

/** Every service of the API. Each lives in its own folder and is mounted below its own base. */
export const services: Service[] = [workoutsService, importsService];
