import { elevationCalls } from '@waymark/api-contract/client';
import { call } from '@waymark/contract';
import { heightsBy } from './heights-by.ts';

export type { HeightSource } from './heights-by.ts';

/** Heights by the elevation service. */
export const askHeights = heightsBy((line, signal) =>
  call(elevationCalls.heights, { body: { encoded_polyline: line }, signal }),
);
