import { createMapView } from '@waymark/map/openlayers';
import { startPlannerAhead } from './start.ts';

startPlannerAhead(createMapView);
