import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import type { ChallengeDetails, ChallengeInput } from '@waymark/api-contract';
import type { TestApi, TestMember } from '../../testing/api.ts';
import { readChallengesFile, takeUpFile } from './challenges-file.ts';
import { LAST_DAY, MAY, SUMMER, setUpChallenges } from './challenges.test-helper.ts';
import { finishChallenges } from './finish-challenges.ts';

let api: TestApi;
let maker: TestMember;
let friend: TestMember;
let challengesFile: string;
const { clock, by, create, join } = setUpChallenges((setup) => {
  ({ api, maker, friend, challengesFile } = setup);
});

const EACH_MONTH: Partial<ChallengeInput> = {
  ...MAY,
  title: 'Each month',
  repeats: 'monthly',
  first_day: '2026-07-01',
  last_day: '2026-07-31',
};
const readSeries = (id: number) =>
  api.context.db
    .selectFrom('challenges')
    .select(['id', 'first_day', 'last_day', 'title', 'repeats'])
    .where('series_id', '=', id)
    .orderBy('first_day')
    .execute();
/** In its first days a challenge of July makes the one of August. */
async function inJuly(steps: () => Promise<void>): Promise<void> {
  clock.now = '2026-07-02T12:00:00Z';
  try {
    await steps();
  } finally {
    clock.now = LAST_DAY;
  }
}

test('[CHAL-01] a challenge that repeats monthly has its next one from its first day on, once', async () => {
  const id = await create(maker, EACH_MONTH);
  await finishChallenges(api.context);
  assert.equal((await readSeries(id)).length, 1, 'has not begun');
  await inJuly(async () => {
    await Promise.all([finishChallenges(api.context), finishChallenges(api.context)]);
    assert.deepEqual(
      (await readSeries(id)).map(({ first_day, last_day }) => [first_day, last_day]),
      [
        ['2026-07-01', '2026-07-31'],
        ['2026-08-01', '2026-08-31'],
      ],
    );
  });
});

test('[CHAL-01] what repeats monthly lasts a whole month, by the API and by the operators’ file', async () => {
  const make = async (days: Pick<ChallengeInput, 'first_day' | 'last_day'>) => {
    const answer = await by(maker)<ChallengeDetails & { diagnostics?: Record<string, string[]> }>(
      'POST',
      '/v2/challenges',
      { ...EACH_MONTH, ...days },
    );
    return [answer.status, answer.body.diagnostics?.['last_day']?.[0]];
  };
  const sentence = 'A challenge that repeats monthly lasts from the first to the last day of a month.';
  const refused = [
    ['2028-02-01', '2028-02-10'],
    ['2028-02-01', '2028-02-28'],
    ['2028-02-02', '2028-02-29'],
    ['2028-02-01', '2028-03-31'],
  ] as const;
  for (const [first_day, last_day] of refused)
    assert.deepEqual(await make({ first_day, last_day }), [400, sentence]);
  assert.deepEqual(await make({ first_day: '2028-02-01', last_day: '2028-02-29' }), [201, undefined]);
  assert.deepEqual(await make({ first_day: '2028-12-01', last_day: '2028-12-31' }), [201, undefined]);
  const file = path.join(path.dirname(challengesFile), 'monthly.json');
  writeFileSync(file, JSON.stringify([{ ...SUMMER, repeats: 'monthly', last_day: '2026-05-10' }]));
  assert.throws(() => readChallengesFile(file), new RegExp(`monthly\\.json summer, last_day: ${sentence}`));
});

test('[CHAL-01] a changed file reaches all months of its series that are not final', async () => {
  const series = { ...EACH_MONTH, key: 'series', title: 'Of the file', kind: 'count' };
  const takeUp = async (value: object) => {
    writeFileSync(challengesFile, JSON.stringify([SUMMER, value]));
    await takeUpFile(api.context);
  };
  const { db } = api.context;
  await takeUp(series);
  await inJuly(async () => {
    await finishChallenges(api.context);
    clock.now = '2026-08-02T12:00:00Z';
    await finishChallenges(api.context);
    clock.now = '2026-08-10T12:00:00Z';
    await finishChallenges(api.context);
    const partner = { name: 'Ridge Bakery', href: 'https://bakery.example/' };
    const prizes = [{ rank: 1, text: 'Bread' }];
    await takeUp({ ...series, title: 'Of the new file', prizes, partner });
    const months = await db
      .selectFrom('challenges')
      .select(['first_day', 'title', 'prizes', 'partner'])
      .where('title', 'like', 'Of the %file')
      .orderBy('first_day')
      .execute();
    const changed = { title: 'Of the new file', prizes, partner };
    assert.deepEqual(months, [
      { first_day: '2026-07-01', title: 'Of the file', prizes: [], partner: null },
      { first_day: '2026-08-01', ...changed },
      { first_day: '2026-09-01', ...changed },
    ]);
  });
});

test('[CHAL-01] a month of a series is not moved to the days of another one', async () => {
  const july = await create(maker, EACH_MONTH);
  await inJuly(async () => {
    await finishChallenges(api.context);
    const august = (await readSeries(july))[1]!;
    const { status, body } = await by(maker)<{ diagnostics: Record<string, string[]> }>(
      'PUT',
      `/v2/challenges/${july}`,
      { ...EACH_MONTH, first_day: august.first_day, last_day: august.last_day },
    );
    assert.deepEqual([status, Object.keys(body.diagnostics ?? {})], [400, ['first_day']]);
    assert.match(body.diagnostics['first_day']![0]!, /Another challenge of this series begins on that day/);
    const moved = { ...EACH_MONTH, first_day: '2026-10-01', last_day: '2026-10-31' };
    assert.equal((await by(maker)('PUT', `/v2/challenges/${august.id}`, moved)).status, 200);
  });
});

test('[CHAL-01] a series ends from its running month: by an edit without repeats, or by ending it', async () => {
  const input = { ...EACH_MONTH, kind: 'count' as const };
  const ends: readonly ((id: number) => Promise<{ status: number }>)[] = [
    (id) => by(maker)('PUT', `/v2/challenges/${id}`, { ...input, repeats: null }),
    (id) => by(maker)('POST', `/v2/challenges/${id}/end`),
  ];
  for (const end of ends) {
    const [alone, joined] = [await create(maker, input), await create(maker, input)];
    await inJuly(async () => {
      await finishChallenges(api.context);
      const [, own] = await readSeries(alone);
      const [, others] = await readSeries(joined);
      await join(maker, own!.id);
      await join(friend, others!.id);
      for (const id of [alone, joined]) assert.equal((await end(id)).status, 200);
      clock.now = '2026-08-02T12:00:00Z';
      await finishChallenges(api.context);
      assert.deepEqual(
        [await readSeries(alone), await readSeries(joined)].map((months) =>
          months.map(({ first_day, repeats }) => [first_day, repeats]),
        ),
        [
          [['2026-07-01', null]],
          [
            ['2026-07-01', null],
            ['2026-08-01', null],
          ],
        ],
      );
    });
  }
});

test('[CHAL-01] a series that is ended while its next month is made ends', async () => {
  const ids = await Promise.all(Array.from({ length: 4 }, () => create(maker, EACH_MONTH)));
  await inJuly(async () => {
    await Promise.all([
      finishChallenges(api.context),
      ...ids.map((id) => by(maker)('POST', `/v2/challenges/${id}/end`)),
    ]);
    await finishChallenges(api.context);
    for (const id of ids)
      assert.deepEqual(
        (await readSeries(id)).map(({ repeats }) => repeats),
        [null],
      );
  });
});
