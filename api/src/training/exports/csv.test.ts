import assert from 'node:assert/strict';
import test from 'node:test';
import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { csvLine, type CsvCell } from './csv.ts';

const FORMULA = /^[\s\p{Cc}"]*[=+\-@|%＝＋－＠]/u;
const SEPARATORS = [',', ';', '\t', '|'] as const;

/** Records as readers of each separator take them: strict ones, and such as ignore quotation marks. */
function* readings(text: string): Generator<readonly [reader: string, fields: string[][]]> {
  for (const delimiter of SEPARATORS) {
    const options = { delimiter, relax_column_count: true, relax_quotes: true, trim: false } as const;
    // A reader of another separator finds quotation marks where none belong; it may give up, which runs nothing.
    try {
      yield [`quoted ${delimiter}`, parse(text, options)];
    } catch (error) {
      if (delimiter === ',') throw error;
    }
    // With our own separator quotation marks count: without them our own commas would be anybody's.
    if (delimiter !== ',')
      yield [`bare ${delimiter}`, text.split(/[\r\n]+/u).map((line) => line.split(delimiter))];
  }
}

function formulasIn(text: string, numbers: readonly CsvCell[]): string[] {
  const harmless = new Set(numbers.map(String));
  return [...readings(text)].flatMap(([reader, records]) =>
    records
      .flat()
      .filter((field) => FORMULA.test(field) && !harmless.has(field))
      .map((field) => `${reader}: ${JSON.stringify(field)}`),
  );
}

test('[DATA-02] no reader gets a formula out of a table, whatever separates its fields', () => {
  for (const text of [
    '=1+1',
    'a;=1+1',
    'a; =1+1',
    'a;"=1+1"',
    'a,=1+1',
    'a\t@SUM(A1)',
    'a\r\n=1+1',
    'two\nlines;+cmd|calc',
    '\t=1',
    '\r-2+3',
    '"=1"',
    'a|=1',
    ';;;=1',
    '＝1+1',
  ])
    assert.deepEqual(formulasIn(csvLine(['file.gpx', text, -5.5, text, null]), [-5.5]), [], text);
});

test('[DATA-02] texts come back as they were but for apostrophes, and numbers stay numbers', () => {
  assert.equal(
    csvLine(['Żółw 🐢', -12.5, 0, null, 'plain - text', 1e21]),
    'Żółw 🐢,-12.5,0,,plain - text,1e+21\r\n',
  );
  const hostile = fc.array(
    fc.constantFrom('=', '+', '-', '@', ';', ',', '\t', '\r', '\n', '"', ' ', 'a', "'", '|'),
  );
  fc.assert(
    fc.property(hostile, hostile, fc.integer(), (first, second, number) => {
      const texts = [first.join(''), second.join('')];
      const line = csvLine(['1', ...texts, number]);
      assert.deepEqual(formulasIn(line, [number]), []);
      const [record] = parse(line, { relax_column_count: true });
      assert.deepEqual(
        record!.map((field) => field.replaceAll("'", '')),
        ['1', ...texts.map((text) => text.replaceAll("'", '')), String(number)],
      );
    }),
    { seed: 11, numRuns: 500 },
  );
});
