import assert from 'node:assert/strict';
import test from 'node:test';
import { PlanInput, PlanWeeks, sessionTotals } from '@waymark/api-contract';
import { SOURCES, type Template } from './build.ts';
import { TEMPLATES } from './index.ts';

const weekDurations = ({ weeks }: Template, isCounted = (kind: string) => kind !== 'race') =>
  weeks.map(({ sessions }) =>
    sessions
      .filter(({ kind }) => isCounted(kind))
      .reduce((sum, { steps, sport }) => sum + sessionTotals(steps, sport).duration, 0),
  );

test('[CHAL-04] the catalogue has at least twelve plans from the first 5 km to the marathon, century, base, return and strength', () => {
  assert.ok(TEMPLATES.length >= 12);
  assert.equal(new Set(TEMPLATES.map(({ name }) => name)).size, TEMPLATES.length);
  assert.deepEqual(
    new Set(TEMPLATES.map(({ goal }) => goal)),
    new Set(['5k', '10k', 'half_marathon', 'marathon', 'century', 'base', 'return', 'strength', 'other']),
  );
  assert.deepEqual(new Set(TEMPLATES.map(({ level }) => level)).size, 3);
});

for (const template of TEMPLATES) {
  const { name, weeks, sources } = template;
  test(`[CHAL-04] ${name} is a valid plan that names its sources`, () => {
    assert.deepEqual(PlanWeeks.parse(weeks), weeks);
    PlanInput.parse(template);
    assert.match(name, /^(?=.*[a-z])[a-z0-9-]+$/);
    assert.ok(sources.length > 0);
    for (const source of sources) assert.match(SOURCES[source].href, /^https:\/\/doi\.org\/10\./);
    for (const { sessions } of weeks) {
      assert.ok(sessions.length > 0);
      const steps = sessions.flatMap((session) => session.steps);
      assert.ok(steps.length >= sessions.length);
      for (const step of steps)
        if (!('reps' in step) && step.ramp && step.power && 'start' in step.power)
          assert.equal(step.power.start > step.power.end, step.cooldown === true, 'a cool-down gets easier');
    }
  });

  test(`[CHAL-04] the load of ${name} grows as its sources say`, () => {
    const durations = weekDurations(template);
    const hasRace = weeks.at(-1)!.sessions.some(({ kind }) => kind === 'race');
    for (const [at, duration] of durations.entries()) {
      if (at === 0) continue;
      const most = Math.max(...durations.slice(0, at));
      const limit = Math.max(most * 1.15, most + 20 * 60);
      assert.ok(duration <= limit, `week ${at + 1}: ${duration / 60} min after at most ${most / 60}`);
    }
    for (let at = 3; at < durations.length; at++) {
      const four = durations.slice(at - 3, at + 1);
      assert.ok(
        four.some((duration, i) => duration <= 0.92 * Math.max(...durations.slice(0, at - 3 + i + 1))),
        `weeks ${at - 2} to ${at + 1} have no lighter one: ${durations.map((each) => Math.round(each / 60)).join(' ')}`,
      );
    }
    if (hasRace) assert.ok(durations.at(-1)! <= 0.7 * Math.max(...durations), 'the last week is short');
    let longest = 0;
    for (const [at, { sessions }] of weeks.entries()) {
      const lengths = sessions
        .filter(({ kind }) => kind === 'long')
        .map(({ steps, sport }) => sessionTotals(steps, sport));
      const length = Math.max(0, ...lengths.map(({ distance, duration }) => distance ?? duration));
      const least = lengths[0]?.distance ? 2000 : 13 * 60;
      if (longest > 0)
        assert.ok(length <= Math.max(longest * 1.11, longest + least), `week ${at + 1}: longest session`);
      longest = Math.max(longest, length);
    }
  });
}
