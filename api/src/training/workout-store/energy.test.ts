import assert from 'node:assert/strict';
import test from 'node:test';
import { estimateEnergy } from './energy.ts';

const NOW = new Date('2026-05-01T00:00:00Z');
const NOBODY = { weight: null, height: null, birthdate: null, gender: null };

test('[WORK-02] energy follows the running equation at running speed and says so', () => {
  // 10 km/h: 166.67 m/min, (3.5 + 0.2 x 166.67) / 3.5 = 10.52 MET; x 3.5 x 70 / 200 x 60 min
  const estimate = estimateEnergy(16, 3600, 10_000, NOBODY, NOW)!;
  assert.ok(Math.abs(estimate.kcal - 773.5) < 0.1, String(estimate.kcal));
  assert.ok(Math.abs(estimate.energy - estimate.kcal * 4184) < 500);
  assert.match(estimate.formula, /^10\.5 MET \(Run at this speed\) x 3\.5 ml x 70 kg/u);
  assert.ok(estimate.weightAssumed);
});

test('[WORK-02] without a distance the catalogue decides, and weight counts in proportion', () => {
  const light = estimateEnergy(78, 3600, null, { ...NOBODY, weight: 50 }, NOW)!;
  const heavy = estimateEnergy(78, 3600, null, { ...NOBODY, weight: 100 }, NOW)!;
  assert.ok(Math.abs(heavy.kcal - 2 * light.kcal) < 0.2);
  assert.ok(!light.weightAssumed);
});

test('[WORK-02] height, age and gender refine a known weight only', () => {
  const body = { height: 1.8, birthdate: '1990-05-02', gender: 'M' as const };
  const refined = estimateEnergy(11, 3600, null, { ...body, weight: 80 }, NOW)!;
  assert.match(refined.formula, /resting rate/u);
  assert.match(estimateEnergy(11, 3600, null, { ...body, weight: null }, NOW)!.formula, /70 kg/u);
  // The birthday is tomorrow: 35, not 36.
  const younger = estimateEnergy(11, 3600, null, { ...body, weight: 80, birthdate: '1990-05-01' }, NOW)!;
  assert.ok(refined.kcal > younger.kcal);
});

test('[WORK-02] an activity that does not exist has no estimate', () => {
  assert.equal(estimateEnergy(1_600_000, 3600, null, NOBODY, NOW), null);
});
