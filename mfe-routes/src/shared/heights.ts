import { http } from '@waymark/contract';
import { type HeightAnswer, heightsBy } from './heights-by.ts';

export type { HeightSource } from './heights-by.ts';

/** Heights by the elevation service. */
export const askHeights = heightsBy((line, signal) =>
  http.service('elevation').post<HeightAnswer>('/height', { encoded_polyline: line }, { signal }),
);
