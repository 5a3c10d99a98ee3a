import assert from 'node:assert/strict';
import test from 'node:test';
import { parseTableDate } from './table-date.ts';

const SAID: [said: string, moment: string][] = [
  ['Jan 5, 2020, 7:30:12 PM', '2020-01-05T19:30:12.000Z'],
  ['Jan 5, 2020, 12:05:00 AM', '2020-01-05T00:05:00.000Z'],
  ['Dec 31, 2023, 12:59:59\u202FPM', '2023-12-31T12:59:59.000Z'],
  ['2020-01-05 07:30:12', '2020-01-05T07:30:12.000Z'],
  ['2020-01-05T07:30:12Z', '2020-01-05T07:30:12.000Z'],
  ['05.01.2020, 19:30:12', '2020-01-05T19:30:12.000Z'],
  ['5 janv. 2020 à 19:30:12', '2020-01-05T19:30:12.000Z'],
  ['5 févr. 2020, 19:30:12', '2020-02-05T19:30:12.000Z'],
  ['5 ene 2020, 7:30:12', '2020-01-05T07:30:12.000Z'],
  ['5 mag 2020, 07:30:12', '2020-05-05T07:30:12.000Z'],
  ['5. Mai 2020, 07:30:12', '2020-05-05T07:30:12.000Z'],
  ['5 de out. de 2020, 07:30:12', '2020-10-05T07:30:12.000Z'],
  ['2020年1月5日 19:30:12', '2020-01-05T19:30:12.000Z'],
  ['25/12/2020, 08:00', '2020-12-25T08:00:00.000Z'],
  ['12/25/2020, 08:00', '2020-12-25T08:00:00.000Z'],
];

for (const [said, moment] of SAID) {
  test(`[WORK-03] a table's "${said}" is ${moment}`, () =>
    assert.equal(parseTableDate(said)?.toISOString(), moment));
}

test('[WORK-03] values that are no dates give null', () => {
  for (const said of [
    '',
    'yesterday',
    'Jan 5, 2020',
    '31.02.2020, 07:00:00',
    '5 xyz 2020, 07:00',
    '2020-13-01 07:00',
    '99.99.9999 99:99',
  ])
    assert.equal(parseTableDate(said), null, said);
});
