import { createMapView } from '@waymark/map/openlayers';
import { startPlannerAhead } from './start-instant-planner.ts';

startPlannerAhead(createMapView);
