import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { RemoteDeclaration } from '@waymark/contract/manifest';
import { problemOfFirstCalls } from './first-calls.ts';

const PATTERN = '/workout/:workoutId(\\d+)';
const root = new URL('../../../', import.meta.url);

for (const [address, problem] of [
  ['/services/main/v7.1/workout/:workoutId/', null],
  ['/services/main/v7.1/dashboard/?user=:workoutId&month=2026-11', null],
  ['/services/main/v7.1/workouts/:workoutId/', /no GET call of the contract/],
  ['/services/main/v7.1/workout/samples/', /no GET call of the contract/],
  ['/main/workout/:workoutId/', /no GET call of the contract/],
  ['/services/main/v7.1/dashboard/?usr=:workoutId', /no parameter "usr"\. It has: user, month, week_start/],
  ['/services/main/v7.1/workout/:id/', /its address has no part ":id"/],
] as const)
  test(`a page that starts ${address}: ${problem ? 'refused' : 'fine'}`, () => {
    const found = problemOfFirstCalls({ pattern: PATTERN, firstCalls: [address] });
    if (problem) assert.match(found ?? '', problem);
    else assert.equal(found, null);
  });

test('the first calls of every remote are calls of the contract', () => {
  for (const remote of readdirSync(root).filter((name) => name.startsWith('mfe-'))) {
    const text = readFileSync(new URL(`${remote}/waymark.json`, root), 'utf8');
    for (const page of RemoteDeclaration.parse(JSON.parse(text)).pages)
      assert.equal(problemOfFirstCalls(page), null);
  }
});
