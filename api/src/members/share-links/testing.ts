import type { ShareLink } from '@waymark/api-contract';
import type { As } from '../../training/workouts/testing.ts';
import type { LinkedKind } from './tables.ts';

/** The key of the link to an own workout or route. @throws Error when there is none */
export async function keyOf(owner: As, kind: LinkedKind, id: number): Promise<string> {
  const { body, text } = await owner<ShareLink>('GET', `/${kind}/${id}/link/`);
  if (!body.key) throw new Error(`No link to ${kind} ${id}: ${text}`);
  return body.key;
}

/** Makes a new link and gives its key. */
export async function renewKey(owner: As, kind: LinkedKind, id: number): Promise<string> {
  const { body, text } = await owner<ShareLink>('POST', `/${kind}/${id}/link/`);
  if (!body.key) throw new Error(`No new link to ${kind} ${id}: ${text}`);
  return body.key;
}
