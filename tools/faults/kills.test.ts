import assert from 'node:assert/strict';
import test from 'node:test';
import { TARGETS } from './deployment.ts';
import { killDuringWrites, type KillReport } from './kill-suite.ts';

/** Kills of each target: `KILLS=50 node --test tools/faults/kills.test.ts` for the long run, one target after the other. */
const KILLS = Number(process.env['KILLS'] ?? 1);
const SEED = Number(process.env['KILLS_SEED'] ?? Date.now() % 100_000);
const LONG = KILLS > 5;
/** What a machine that runs all tests at once is given; the long run measures. */
const ANSWERS_WITHIN_MS = LONG ? 5000 : 60_000;

const describe = ({ outagesMs, ...report }: KillReport) => {
  const sorted = outagesMs.toSorted((a, b) => a - b);
  const share = (of: number) =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * of))] ?? 0);
  return JSON.stringify({ ...report, outageMs: { median: share(0.5), p95: share(0.95), longest: share(1) } });
};

const only = process.env['KILL_TARGETS']?.split(',');
const wanted = TARGETS.filter((target) => only?.includes(target) ?? true);
const kinds = LONG ? wanted.map((target) => [target]) : [wanted];
for (const targets of kinds)
  test(`[WORK-03] no acknowledged write is lost or doubled by ${KILLS} kills each of ${targets.join(', ')} (seed ${SEED})`, async (t) => {
    const report = await killDuringWrites(targets, KILLS, SEED);
    t.diagnostic(describe(report));
    assert.deepEqual([report.lost, report.doubled, report.miscounted], [[], [], []]);
    assert.equal(report.kills, KILLS * targets.length);
    assert.ok(report.acknowledgedWorkouts > 0 && report.acknowledgedFiles > 0, 'something was written');
    const longest = Math.max(...report.outagesMs);
    assert.ok(longest < ANSWERS_WITHIN_MS, `answers again after ${Math.round(longest)} ms`);
  });
