import assert from 'node:assert/strict';
import test from 'node:test';
import { type FiledSession, fitWorkout, tcxWorkout, zwoWorkout } from './session-files.ts';

const session = (more: Partial<FiledSession>): FiledSession => ({
  title: 'Session',
  description: '',
  sport: 'ride',
  steps: [],
  distance: null,
  duration: 3600,
  createdAt: new Date(0),
  ...more,
});

test('[CHAL-04] distances and times longer than TCX can hold are several steps and not cut', () => {
  const meters = (steps: FiledSession['steps']) =>
    [...tcxWorkout(session({ steps })).matchAll(/<Meters>(\d+)<\/Meters>/g)].map(([, value]) =>
      Number(value),
    );
  assert.deepEqual(meters([{ distance: 100_000 }]), [50_000, 50_000]);
  assert.deepEqual(meters([{ distance: 160_934 }]), [53_645, 53_645, 53_645]);
  assert.deepEqual(
    meters([{ distance: 400 }, { reps: 2, steps: [{ distance: 70_000 }] }]),
    [400, 35_000, 35_000],
  );
  const day = tcxWorkout(session({ duration: 86_400 }));
  assert.deepEqual(day.match(/<Seconds>43200<\/Seconds>/g)?.length, 2);
  assert.deepEqual(
    [...day.matchAll(/<StepId>(\d+)</g)].map(([, id]) => id),
    ['1', '2'],
  );
});

test('[CHAL-04] targets that a file has none for are told in its words', () => {
  const steps: FiledSession['steps'] = [
    { duration: 60, power: { start: 200, end: 220, units: 'w' } },
    { duration: 60, hr: { value: 4, units: 'hr_zone' }, text: 'Tempo' },
    { duration: 60, pace: { start: 295, end: 305, units: 'secs/km' } },
    { duration: 60, power: { value: 90, units: '%ftp' } },
    { duration: 60, hr: { start: 2, end: 3, units: 'hr_zone' }, text: 'Steady' },
  ];
  const texts = (file: string, pattern: RegExp) => [...file.matchAll(pattern)].map(([, text]) => text);
  assert.deepEqual(texts(zwoWorkout(session({ steps })), /message="([^"]*)"/g), [
    '200–220 W',
    'Tempo. HR zone 4',
    '4:55–5:05 /km',
    'Steady. HR zone 2–3',
  ]);
  assert.deepEqual(texts(tcxWorkout(session({ steps })), /<StepId>\d+<\/StepId><Name>([^<]*)</g), [
    '200–220 W',
    'Tempo',
    'Step',
    '90% FTP',
    'HR zone 2–3. St',
  ]);
  assert.equal(tcxWorkout(session({ steps })).match(/<Number>/g)?.length, 1, 'a range is no zone');
});

test('[CHAL-04] a session with more steps than TCX numbers is refused with a sentence', () => {
  const repeats = (n: number) =>
    Array.from({ length: n }, () => ({ reps: 4, steps: [{ duration: 60 }, { duration: 30 }] }));
  const last = tcxWorkout(session({ steps: [...repeats(6), { duration: 60 }, { duration: 60 }] }));
  assert.equal([...last.matchAll(/<StepId>(\d+)</g)].at(-1)![1], '20');
  assert.throws(() => tcxWorkout(session({ steps: repeats(7) })), {
    status: 409,
    message: 'TCX files hold at most 20 steps, and this session has 21. Download it as FIT instead.',
  });
});

test('[CHAL-04] the words of a step in a FIT file end with a whole character', () => {
  const text = `${'a'.repeat(59)}🏃 and on`;
  const file = fitWorkout(session({ steps: [{ duration: 60, text }] })).toString('utf8');
  assert.ok(file.includes(`${'a'.repeat(59)}🏃\0`));
});
