import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, mock } from 'node:test';
import {
  type ChallengeDetails,
  type ChallengeInput,
  type Leaderboard,
  SERVICE_BASES,
} from '@waymark/api-contract';
import { befriend } from '../../members/friends/testing.ts';
import { services } from '../../services.ts';
import { startTestApi, type TestApi, type TestApiOptions, type TestMember } from '../../testing/api.ts';
import { challengesService } from './service.ts';

/**
 * Results are counted, made final and tidied only when a test does so: who comes second to a board leaves it to the first,
 * which would be the sweep now and then.
 */
export const withoutChallengeSweep = services.with(services.indexOf(challengesService), {
  ...challengesService,
  sweep: () => Promise.resolve(),
});

export const MAY: Partial<ChallengeInput> = {
  title: 'May kilometres',
  kind: 'distance',
  first_day: '2026-05-01',
  last_day: '2026-05-31',
};
/** Of the operators' file; it runs during all tests. */
export const SUMMER = {
  ...MAY,
  key: 'summer',
  title: 'From a file',
  kind: 'count',
  target: 1,
  last_day: '2026-08-15',
};
/** The last day of May is not over yet: members still join. */
export const LAST_DAY = '2026-05-31T20:00:00Z';

/** What the tests of a file work with; it is there once they begin. */
export interface ChallengeSetup {
  api: TestApi;
  /** The maker and the friend are friends, the stranger is nobody's. */
  maker: TestMember;
  friend: TestMember;
  stranger: TestMember;
  challengesFile: string;
}

/** Starts an API for the tests of a file, with a clock, a file of the operators and three members, and stops it after them. */
export function setUpChallenges(
  onReady: (setup: ChallengeSetup) => void,
  services?: TestApiOptions['services'],
) {
  const clock = { now: LAST_DAY };
  let api: TestApi;
  let challengesFile: string;
  before(async () => {
    challengesFile = path.join(mkdtempSync(path.join(tmpdir(), 'waymark-challenges-')), 'challenges.json');
    writeFileSync(challengesFile, JSON.stringify([SUMMER]));
    api = await startTestApi({
      ...(services && { services }),
      env: {
        CHALLENGES_FILE: challengesFile,
        CHALLENGE_OPERATORS: 'operator@example.com,second@example.com',
        MODERATORS: 'moderator@example.com',
      },
    });
    mock.method(api.context, 'now', () => new Date(clock.now));
    const [maker, friend, stranger] = await Promise.all([api.signUp(), api.signUp(), api.signUp()]);
    await befriend(api, maker, friend);
    onReady({ api, maker, friend, stranger, challengesFile });
  });
  after(async () => {
    await api.stop();
    rmSync(path.dirname(challengesFile), { recursive: true });
  });

  const by = (member: TestMember | null) => {
    return <T = ChallengeDetails>(method: string, path: string, body?: unknown) =>
      api.call<T>(method, SERVICE_BASES.challenges + path, {
        ...(member && { token: member.token }),
        ...(body !== undefined && { body }),
      });
  };
  return {
    clock,
    by,
    befriend: (one: TestMember, other: TestMember) => befriend(api, one, other),
    create: async (member: TestMember, input: Partial<ChallengeInput> = {}): Promise<number> => {
      const answer = await by(member)('POST', '/v2/challenges', { ...MAY, ...input });
      assert.equal(answer.status, 201, answer.text);
      return answer.body.id;
    },
    details: async (member: TestMember, id: number) =>
      (await by(member)('GET', `/challenges/challenge/${id}/details`)).body,
    join: (member: TestMember, id: number, body: unknown = {}) =>
      by(member)('POST', `/challenges/${id}/users`, body),
    leave: (member: TestMember, id: number) =>
      by(member)('DELETE', `/challenges/${id}/users/${member.userId}`),
    board: async (member: TestMember | null, id: number, query = '') =>
      (await by(member)<Leaderboard>('GET', `/widgets/challenges/${id}/leaderboard${query}`)).body,
  };
}
