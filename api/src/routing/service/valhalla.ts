import { RoutingAnswer, type RoutingQuestion } from '@waymark/api-contract';
import { ApiProblem } from '../../server/errors.ts';

/** ms after which a question is given up. */
const LONGEST = 8000;

/** Valhalla's own codes for 'no way between these places' and 'no road near this place'. */
const NO_PATH = new Set([441, 442, 443, 444]);
const NO_ROAD = new Set([170, 171]);

/**
 * Asks a Valhalla server. What it answers is checked: a page in its place is an outage, not a way.
 * @throws ApiProblem with a sentence
 */
export async function askValhalla(
  base: string,
  question: RoutingQuestion,
  longest = LONGEST,
): Promise<RoutingAnswer> {
  const url = new URL('route', base.endsWith('/') ? base : `${base}/`);
  url.searchParams.set('json', JSON.stringify(question));
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(url, { signal: AbortSignal.timeout(longest) });
    body = await response.json();
  } catch (error) {
    const late = (error as Error).name === 'TimeoutError';
    throw new ApiProblem(
      late ? 504 : 503,
      late ? 'routing_slow' : 'routing_unavailable',
      late
        ? 'Routing took too long. Try again, or draw this leg straight.'
        : 'Routing does not work just now. Try again, or draw this leg straight.',
    );
  }
  const answer = RoutingAnswer.safeParse(body);
  if (response.ok && answer.success) return answer.data;
  // It does not say which of several legs it was.
  const leg = question.locations.length === 2 ? { diagnostics: { leg: ['0'] } } : {};
  const code = (body as { error_code?: number } | null)?.error_code ?? 0;
  if (NO_PATH.has(code))
    throw new ApiProblem(
      422,
      'no_path',
      'No way leads from one point to the other. Choose another mode, or draw a straight leg.',
      leg,
    );
  if (NO_ROAD.has(code))
    throw new ApiProblem(422, 'too_far_from_road', 'There is no road or path near this point.', leg);
  throw new ApiProblem(
    503,
    'routing_unavailable',
    'Routing does not work just now. Try again, or draw this leg straight.',
  );
}
