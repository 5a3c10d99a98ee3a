import * as contract from '@waymark/api-contract';
import { SERVICE_BASES, type Call } from '@waymark/api-contract';
import type { RemotePage } from '@waymark/contract/manifest';

const isCalls = ([name]: [string, unknown]): boolean => name.endsWith('Calls');
const CALLS = Object.entries(contract)
  .filter(isCalls)
  .flatMap(([, calls]) => Object.values(calls as Record<string, Call>));

/** `/workout/:workoutId/` and `/workout/:id/` are the same path. */
const shapeOf = (path: string): string => path.replaceAll(/:[A-Za-z]\w*/g, ':');

/** @returns what keeps a page's first calls from being calls of the contract that its address can fill; null when nothing does */
export function problemOfFirstCalls({ pattern, firstCalls }: Pick<RemotePage, 'pattern' | 'firstCalls'>) {
  const known = new Set([...pattern.matchAll(/:([A-Za-z]\w*)/g)].map(([, name]) => name));
  for (const address of firstCalls) {
    const [path = '', query = ''] = address.split('?');
    const call = CALLS.find(
      (one) =>
        one.service !== undefined &&
        one.method === 'GET' &&
        shapeOf(SERVICE_BASES[one.service] + one.path) === shapeOf(path),
    );
    if (!call)
      return `the page ${pattern} starts "${address}", which is no GET call of the contract. Take base and path from @waymark/api-contract.`;
    const parameters = Object.keys((call.querystring as { shape?: object } | undefined)?.shape ?? {});
    const odd = [...new URLSearchParams(query).keys()].find((name) => !parameters.includes(name));
    if (odd !== undefined)
      return `the page ${pattern} starts "${address}", but the call has no parameter "${odd}". It has: ${parameters.join(', ') || 'none'}.`;
    const unfilled = [...address.matchAll(/:([A-Za-z]\w*)/g)].find(([, name]) => !known.has(name));
    if (unfilled)
      return `the page ${pattern} starts "${address}", but its address has no part "${unfilled[0]}".`;
  }
  return null;
}
