import assert from 'node:assert/strict';
import test from 'node:test';
import { toFileName } from './storable-text.ts';
import { readTcx } from './formats/tcx/read-tcx.ts';
import { LIMITS } from './limits.ts';
import { parseOneWorkout } from './testing/parse-content.ts';
import { gpxSample, tcxSample } from './testing/sample-files.ts';
import { truncate, truncateStart, NAME_LENGTH, NOTES_LENGTH, toStorableText } from './storable-text.ts';
import { toName, toNotes } from '../training/imports/archives/archive-metadata.ts';

const LETTERS = 'n'.repeat(NAME_LENGTH - 1);
const NOTE = 'n'.repeat(NOTES_LENGTH - 1);

test('[WORK-03] a text is truncated between characters', () => {
  assert.equal(truncate(`${LETTERS}🏃🏃`, NAME_LENGTH), LETTERS);
  assert.equal(truncate(`${LETTERS.slice(1)}🏃🏃`, NAME_LENGTH), `${LETTERS.slice(1)}🏃`);
  assert.equal(truncateStart(`🏃🏃${LETTERS}`, NAME_LENGTH), LETTERS);
  assert.equal(truncateStart(`🏃🏃${LETTERS.slice(1)}`, NAME_LENGTH), `🏃${LETTERS.slice(1)}`);
  for (const text of ['', 'short', '🏃'.repeat(NAME_LENGTH / 2)]) {
    assert.deepEqual([truncate(text, NAME_LENGTH), truncateStart(text, NAME_LENGTH)], [text, text]);
  }
  assert.equal(toStorableText('a\0b\uD83Dc', NAME_LENGTH), 'ab\uFFFDc', 'a half that the file has itself');
});

test('[WORK-03] names and notes of files and tables end with a whole character', async () => {
  const run = await parseOneWorkout(gpxSample({ points: 60, name: `${LETTERS}🏃🏃` }));
  assert.equal(run.name, LETTERS);
  const noted = (note: string) => tcxSample({ points: 60 }).replace('From the park', note);
  assert.equal((await parseOneWorkout(noted(`${NOTE}🏃🏃`))).notes, NOTE);
  // The reader itself keeps only so much of one text.
  const blank = ' '.repeat(LIMITS.text - 4);
  assert.equal((await parseOneWorkout(noted(`${blank}run🏃`))).notes, 'run');
  assert.deepEqual([toName(`${LETTERS}🏃`), toNotes(`${NOTE}🏃`)], [LETTERS, NOTE]);
  assert.equal(toFileName(`folder/🏃${LETTERS.slice(3)}.gpx`), `${LETTERS.slice(3)}.gpx`);
});

test('[WORK-03] the trigger of a lap is truncated', () => {
  const file = tcxSample({ points: 60 }).replace('>Manual<', `>${'M'.repeat(39)}🏃${'M'.repeat(70_000)}<`);
  assert.equal(readTcx(Buffer.from(file))[0]!.laps[0]!.trigger, 'm'.repeat(39));
});
