import { MISSING } from '@waymark/streams';
import { sampleStreams } from '../../testing/recording.ts';
import type { Words } from '../summary/figures-of.ts';
import { linesOf } from '../chart/lines.ts';
import { distanceMarks } from './map-panel.tsx';
import { SHADE_COLORS, shadeTrack } from './track-shades.ts';

const WORDS: Words = { text: (message) => message.message ?? '', system: 'metric', locale: 'en-us' };

it('[WORK-04] the track is colored from low to high by what was recorded, through silent moments', () => {
  const streams = sampleStreams(1200, {
    heartrate: (i) => (i > 500 && i < 600 ? MISSING : 100 + Math.floor(i / 10)),
  });
  const line = linesOf(streams, 'run', WORDS).find(({ key }) => key === 'heartrate')!;
  const { parts, low, high } = shadeTrack(streams, line)!;
  expect(parts.map(({ shade }) => shade)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(SHADE_COLORS).toHaveLength(6);
  expect([parts[0]!.from, parts.at(-1)!.to]).toEqual([0, streams.n - 1]);
  for (const [i, part] of parts.slice(1).entries()) expect(part.from).toBe(parts[i]!.to);
  expect([low > 100, high < 220, low < high]).toEqual([true, true, true]);
  const silent = { ...line, values: new Int32Array(streams.n).fill(MISSING) };
  expect(shadeTrack(streams, silent)).toBeNull();
});

it('[WORK-04] marks stand at full kilometres or miles, fewer on a long course', () => {
  const streams = sampleStreams(2000);
  const length = streams.columns.distance!.at(-1)! / 100;
  const marks = distanceMarks(streams, 1000);
  expect(marks.map(({ text }) => text)).toEqual(
    Array.from({ length: Math.floor(length / 1000) }, (_, i) => String(i + 1)),
  );
  for (const { index, text } of marks)
    expect(streams.columns.distance![index]! / 100).toBeGreaterThanOrEqual(Number(text) * 1000);
  expect(distanceMarks(streams, length / 150.5).map(({ text }) => text)).toEqual(
    Array.from({ length: 15 }, (_, i) => String((i + 1) * 10)),
  );
});
