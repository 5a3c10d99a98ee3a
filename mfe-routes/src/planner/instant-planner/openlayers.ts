import { createMapView } from '@waymark/map/openlayers';
import { startInstantPlanner } from './start-instant-planner.ts';

startInstantPlanner(createMapView);
