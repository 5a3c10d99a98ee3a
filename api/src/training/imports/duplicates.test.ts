import assert from 'node:assert/strict';
import test from 'node:test';
import { areSameTraining, type Span } from './duplicates.ts';

const at = (minutes: number, elapsed: number, activityTypeId = 16): Span => ({
  activityTypeId,
  start: minutes * 60_000,
  elapsed: elapsed * 60,
});

const CASES: [what: string, other: Span, alike: boolean][] = [
  ['the same start', at(0, 5), true],
  ['a start one minute later', at(1, 60), true],
  ['half of the time at the same time', at(30, 60), true],
  ['less than half', at(31, 60), false],
  ['a short one within a long one', at(20, 10), true],
  ['the day after', at(1440, 60), false],
  ['another kind of the same sport', at(0, 60, 1000), true],
  ['another sport', at(0, 60, 11), false],
  ['a file that names no sport', at(0, 60, 1), true],
];
for (const [what, other, alike] of CASES) {
  test(`[WORK-03] ${what} is ${alike ? '' : 'not '}a duplicate of an hour's run`, () => {
    assert.equal(areSameTraining(at(0, 60), other), alike);
    assert.equal(areSameTraining(other, at(0, 60)), alike);
  });
}
