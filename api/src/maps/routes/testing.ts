import type { RouteDetail, RouteInput, RoutePoint } from '@waymark/api-contract';
import type { As } from '../../training/workouts/testing.ts';

export { as, type As } from '../../training/workouts/testing.ts';

/** A straight way north from a place, a point each 111 m. */
export const northFrom = (lat: number, lng: number, n = 11): RoutePoint[] =>
  Array.from({ length: n }, (_, i) => ({
    lat: Math.round((lat + i / 1000) * 1e6) / 1e6,
    lng,
    order: i === 0 ? 1 : i === n - 1 ? 2 : 0,
    ...(i === n - 1 && { travel_mode: 1 as const }),
  }));

export const LOOP: RouteInput = {
  name: 'Vistula loop',
  activity_type_id: 16,
  privacy: 3,
  points: northFrom(52.2, 21),
};

/** Saves a route; throws when the API does not take it. */
export async function save(call: As, overrides: Partial<RouteInput> = {}): Promise<RouteDetail> {
  const answer = await call<RouteDetail>('POST', '/route/', { ...LOOP, ...overrides });
  if (answer.status !== 201) throw new Error(`save: ${answer.status} ${answer.text}`);
  return answer.body;
}
