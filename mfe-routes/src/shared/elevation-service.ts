import { elevationCalls } from '@waymark/api-contract/client';
import { call } from '@waymark/contract';
import { createElevationSource } from './elevation-source.ts';

export type { ElevationSource as HeightSource } from './elevation-source.ts';

/** Heights by the elevation service. */
export const elevationService = createElevationSource((line, signal) =>
  call(elevationCalls.heights, { body: { encoded_polyline: line }, signal }),
);
