import assert from 'node:assert/strict';
import test from 'node:test';
import { fitSample } from '../../../recordings/testing/sample-fit.ts';
import { startTestApi } from '../../../testing/api.ts';
import { editor, type Refused } from './testing.ts';

test('[WORK-06] one member with many edits at once is told to wait, and keeps nobody else from theirs', async (t) => {
  const api = await startTestApi();
  t.after(() => api.stop());
  const [many, other] = [await editor(api), await editor(api)];
  const [long] = await many.bring([
    'long.fit',
    new Uint8Array(fitSample({ points: 60_000, sport: 'running' })),
  ]);
  const [short] = await other.bring([
    'short.fit',
    new Uint8Array(fitSample({ points: 600, sport: 'running' })),
  ]);
  let answered = 0;
  const asked = Array.from({ length: 40 }, async () => {
    const answer = await many.preview<Refused>(`/cutWorkout/${long!.id}`, {
      keep: [{ from: 0, to: 30_000 }],
    });
    answered++;
    return answer;
  });
  const theirs = await other.preview(`/cutWorkout/${short!.id}`, { keep: [{ from: 0, to: 100 }] });
  assert.equal(theirs.status, 200);
  const before = answered;
  const answers = await Promise.all(asked);
  const taken = answers.filter(({ status }) => status === 200).length;
  assert.ok(taken >= 10 && before < 40, `${taken} of 40 taken, ${before} before the other`);
  for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
    assert.deepEqual([status, body.errorCode], [429, 'too_many_edits']);
    assert.match(body.error_description, /Wait for them/);
  }
  const again = await many.preview(`/cutWorkout/${long!.id}`, { keep: [{ from: 0, to: 30_000 }] });
  assert.equal(again.status, 200);
});
