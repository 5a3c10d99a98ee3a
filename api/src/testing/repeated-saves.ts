import assert from 'node:assert/strict';
import type { ErrorBody } from '@waymark/api-contract';
import type { Answer, TestApi, TestMember } from './api.ts';

export interface RepeatedSave {
  /** Of the call, which is a POST. */
  path: string;
  body: object;
  /** The same form with other content. */
  changed: object;
  /** What the call refuses. */
  refused: object;
  /** Who sends it, and somebody else, who has the same right to it. */
  members: readonly [TestMember, TestMember];
}

/**
 * Sends a save under one key: three times at once and once more, after a try that was refused. Other content is refused
 * under the key afterwards, and another member saves under it what is theirs.
 * @returns the answers to the member, all of them to one save; another member's; and a further repeat
 */
export async function saveRepeatedly<T>(
  api: TestApi,
  { path, body, changed, refused, members: [own, other] }: RepeatedSave,
): Promise<{ answers: T[]; theirs: T; repeat: () => Promise<Answer<T>> }> {
  const send = ({ token }: TestMember, content: object) =>
    api.call<T>('POST', path, { token, body: content, headers: { 'idempotency-key': 'the form' } });
  const early = await send(own, refused);
  assert.ok([400, 404, 409].includes(early.status), `refused: ${early.status} ${early.text}`);
  const all = await Promise.all([1, 2, 3].map(() => send(own, body)));
  all.push(await send(own, body));
  for (const { status, text } of all) assert.ok(status === 201 || status === 204, `${status} ${text}`);
  const late = await send(own, changed);
  assert.deepEqual([late.status, (late.body as ErrorBody).error], [422, 'idempotency_key_reused']);
  const theirs = await send(other, body);
  assert.equal(theirs.status, all[0]!.status, theirs.text);
  return { answers: all.map((one) => one.body), theirs: theirs.body, repeat: () => send(own, body) };
}

/** The one id of all answers. */
export function sameId(answers: readonly { id: unknown }[]): unknown {
  const ids = new Set(answers.map(({ id }) => id));
  assert.equal(ids.size, 1, `ids: ${[...ids].join(', ')}`);
  return [...ids][0];
}
