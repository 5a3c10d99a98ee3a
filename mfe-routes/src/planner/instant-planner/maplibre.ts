import { isWebGlAvailable } from '@waymark/map';
import { createMapView } from '@waymark/map/maplibre';
import { startInstantPlanner } from './start-instant-planner.ts';

// Where it cannot draw, the page takes the other library.
if (isWebGlAvailable()) startInstantPlanner(createMapView);
