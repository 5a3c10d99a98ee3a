import { RoutingAnswer, type RoutingQuestion } from '@waymark/api-contract';
import { ApiProblem } from '../../../kernel/server/errors.ts';
import { type RoundTrip, roundTrip } from '../graph/round-trip.ts';
import { NoWay } from '../graph/router.ts';

/** ms after which a question is given up, with all that it takes to answer it. */
const TIMEOUT_MS = 8000;

type Reason = 'no_path' | 'too_far_from_road';

/** Valhalla's own codes for 'no way between these places' and 'no road near this place'. */
const REASONS: ReadonlyMap<number, Reason> = new Map([
  ...[441, 442, 443, 444].map((code) => [code, 'no_path'] as const),
  ...[170, 171].map((code) => [code, 'too_far_from_road'] as const),
]);
const TEXTS: Readonly<Record<Reason, string>> = {
  no_path: 'No way leads from one point to the other. Choose another mode, or draw a straight leg.',
  too_far_from_road: 'There is no road or path near this point.',
};

const outage = (late: boolean) =>
  late
    ? new ApiProblem(504, 'routing_slow', 'Routing took too long. Try again, or draw this leg straight.')
    : new ApiProblem(
        503,
        'routing_unavailable',
        'Routing isn’t available right now. Try again, or draw this leg straight.',
      );

/** A preferred surface as Valhalla knows it: of bicycles only. */
function inValhallaForm({ costing_options: options, ...question }: RoutingQuestion): object {
  if (!options) return question;
  const { surface: _, ...pedestrian } = options.pedestrian ?? {};
  const { surface, ...bicycle } = options.bicycle ?? {};
  const preferred =
    surface === 'paved'
      ? { bicycle_type: 'Road', avoid_bad_surfaces: 1 }
      : surface === 'unpaved' && { bicycle_type: 'Mountain', avoid_bad_surfaces: 0, use_roads: 0 };
  return {
    ...question,
    costing_options: {
      ...(options.pedestrian && { pedestrian }),
      ...(options.bicycle && { bicycle: { ...bicycle, ...preferred } }),
      ...(options.auto && { auto: options.auto }),
    },
  };
}

/** What the server answers, or why it knows no way. What it answers is checked: a page in its place is an outage, not a way. */
async function send(
  base: string,
  question: RoutingQuestion,
  signal: AbortSignal,
): Promise<RoutingAnswer | Reason> {
  const url = new URL('route', base.endsWith('/') ? base : `${base}/`);
  url.searchParams.set('json', JSON.stringify(inValhallaForm(question)));
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(url, { signal });
    body = await response.json();
  } catch (error) {
    throw outage((error as Error).name === 'TimeoutError');
  }
  const answer = RoutingAnswer.safeParse(body);
  if (response.ok && answer.success) return answer.data;
  const reason = REASONS.get((body as { error_code?: number } | null)?.error_code ?? 0);
  if (!reason) throw outage(false);
  return reason;
}

/**
 * Asks a Valhalla server.
 * @throws NoWay naming the first leg that there is no way for, ApiProblem when the server does not answer as it should
 */
export async function askValhalla(
  base: string,
  question: RoutingQuestion,
  timeoutMs = TIMEOUT_MS,
): Promise<RoutingAnswer> {
  const signal = AbortSignal.timeout(timeoutMs);
  const answer = await send(base, question, signal);
  if (typeof answer !== 'string') return answer;
  throw await firstRefused(question, answer, async (locations) => {
    const part = await send(base, { ...question, locations }, signal);
    return typeof part === 'string' ? part : null;
  });
}

/**
 * The server does not say which of several legs it was. Half of what was refused is asked for until one leg is left:
 * fifty places take seven questions.
 */
async function firstRefused(
  { locations }: RoutingQuestion,
  whole: Reason,
  refusal: (part: RoutingQuestion['locations']) => Promise<Reason | null>,
): Promise<NoWay> {
  let [first, last] = [0, locations.length - 1];
  // Why there is no way from place `first` to `last`; null where that was not asked for by itself.
  let reason: Reason | null = whole;
  while (last - first > 1) {
    const middle = (first + last) >> 1;
    const half = await refusal(locations.slice(first, middle + 1));
    if (half) last = middle;
    else first = middle;
    reason = half;
  }
  reason ??= (await refusal(locations.slice(first, last + 1))) ?? whole;
  return new NoWay(reason, first, TEXTS[reason]);
}

/**
 * A round trip by a Valhalla server.
 * @throws NoWay when none was found, ApiProblem when the server does not answer as it should
 */
export function roundTripByValhalla(
  base: string,
  request: RoundTrip,
  timeoutMs = TIMEOUT_MS,
): Promise<RoutingAnswer> {
  const signal = AbortSignal.timeout(timeoutMs);
  return roundTrip(async (question) => {
    const answer = await send(base, question, signal);
    if (typeof answer !== 'string') return answer;
    throw new NoWay(answer, 0, TEXTS[answer]);
  }, request);
}
