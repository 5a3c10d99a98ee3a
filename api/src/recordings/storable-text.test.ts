import assert from 'node:assert/strict';
import test from 'node:test';
import { cleanName } from './storable-text.ts';
import { LIMITS } from './limits.ts';
import { parsedOne } from './testing/parse-content.ts';
import { gpxSample, tcxSample } from './testing/sample-files.ts';
import { cut, cutFront, NAME_LENGTH, NOTES_LENGTH, storable } from './storable-text.ts';
import { nameOf, notesOf } from '../imports/archives/archive-metadata.ts';

const LETTERS = 'n'.repeat(NAME_LENGTH - 1);
const NOTE = 'n'.repeat(NOTES_LENGTH - 1);

test('[WORK-03] a text is cut between characters and never through one', () => {
  assert.equal(cut(`${LETTERS}🏃🏃`, NAME_LENGTH), LETTERS);
  assert.equal(cut(`${LETTERS.slice(1)}🏃🏃`, NAME_LENGTH), `${LETTERS.slice(1)}🏃`);
  assert.equal(cutFront(`🏃🏃${LETTERS}`, NAME_LENGTH), LETTERS);
  assert.equal(cutFront(`🏃🏃${LETTERS.slice(1)}`, NAME_LENGTH), `🏃${LETTERS.slice(1)}`);
  for (const text of ['', 'short', '🏃'.repeat(NAME_LENGTH / 2)]) {
    assert.deepEqual([cut(text, NAME_LENGTH), cutFront(text, NAME_LENGTH)], [text, text]);
  }
  assert.equal(storable('a\0b\uD83Dc', NAME_LENGTH), 'ab\uFFFDc', 'a half that the file has itself');
});

test('[WORK-03] names and notes of files and tables end with a whole character', async () => {
  const run = await parsedOne(gpxSample({ points: 60, name: `${LETTERS}🏃🏃` }));
  assert.equal(run.name, LETTERS);
  const noted = (note: string) => tcxSample({ points: 60 }).replace('From the park', note);
  assert.equal((await parsedOne(noted(`${NOTE}🏃🏃`))).notes, NOTE);
  // The reader itself keeps only so much of one text.
  const blank = ' '.repeat(LIMITS.text - 4);
  assert.equal((await parsedOne(noted(`${blank}run🏃`))).notes, 'run');
  assert.deepEqual([nameOf(`${LETTERS}🏃`), notesOf(`${NOTE}🏃`)], [LETTERS, NOTE]);
  assert.equal(cleanName(`folder/🏃${LETTERS.slice(3)}.gpx`), `${LETTERS.slice(3)}.gpx`);
});

test('[WORK-03] what ended a lap is a word and no novel', async () => {
  const file = tcxSample({ points: 60 }).replace('>Manual<', `>${'M'.repeat(39)}🏃${'M'.repeat(70_000)}<`);
  assert.equal((await parsedOne(file)).laps[0]!.trigger, 'm'.repeat(39));
});
