import type { RouteDetail } from '@waymark/api-contract';
import { callPath, elevationCalls, routeCalls } from '@waymark/api-contract/client';
import { keepLinkKey } from '@waymark/api-contract/link-key';
import type { StandaloneData } from '@waymark/remote/standalone';
import type { Segment } from '@waymark/routes';
import {
  type ElevationResponse,
  createElevationSource,
  loadCourseElevation,
} from '../shared/elevation-source.ts';

/** The route, or why there is none: not public ('gone'), offline, or a failed call. */
export type Loaded = RouteDetail | 'gone' | 'offline' | 'failed';

/** An empty frame is of no use for longer. */
const LIMIT_MS = 20_000;

/** Loads a route without credentials: nobody is signed in on an embedded page. */
export async function loadRoute({ services }: Pick<StandaloneData, 'services'>, id: string): Promise<Loaded> {
  if (!/^\d+$/.test(id)) return 'gone';
  try {
    const answer = await fetch(keepLinkKey(services.main + callPath(routeCalls.one, { id })), {
      credentials: 'omit',
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    if (answer.status === 404 || answer.status === 403) return 'gone';
    return answer.ok ? ((await answer.json()) as RouteDetail) : 'failed';
  } catch {
    return navigator.onLine ? 'failed' : 'offline';
  }
}

/** Heights of each point of a course by the elevation service; null where nobody knows any. @throws when it does not answer */
export function askedHeights(
  { services }: Pick<StandaloneData, 'services'>,
  segments: readonly Segment[],
): Promise<Float64Array | null> {
  const source = createElevationSource(async (line, signal) => {
    const answer = await fetch(services.elevation + callPath(elevationCalls.heights), {
      method: 'POST',
      credentials: 'omit',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify({ encoded_polyline: line }),
      signal,
    });
    if (!answer.ok) throw new Error(`The elevation service answered ${answer.status}.`);
    return (await answer.json()) as ElevationResponse;
  });
  return loadCourseElevation(source, segments, AbortSignal.timeout(LIMIT_MS));
}
