import assert from 'node:assert/strict';
import test from 'node:test';
import { assertNear, parseOneWorkout } from '../testing/parse-content.ts';
import { gpxSample, SAMPLE_START, tcxSample } from '../testing/sample-files.ts';
import { endFit, fitHead, fitSample } from '../testing/sample-fit.ts';

const POINTS = 600;
const counted = {
  gpx: (sport: string, cadence: number) => gpxSample({ points: POINTS, type: sport, cadence, speed: 1.5 }),
  tcx: (sport: string, cadence: number) => tcxSample({ points: POINTS, sport, cadence }),
  fit: (sport: string, cadence: number) => fitSample({ points: POINTS, sport, cadence, speed: 1.5 }),
};

/** What a device counts (on average) and the steps a minute that are meant. */
const MEANT: [format: keyof typeof counted, sport: string, counts: number, steps: number][] = [
  ['gpx', 'running', 81, 162],
  ['gpx', 'running', 94, 188],
  ['gpx', 'running', 162, 162],
  ['gpx', 'running', 188, 188],
  ['gpx', 'walking', 51, 102],
  ['gpx', 'walking', 61, 122],
  ['gpx', 'walking', 104, 104],
  ['gpx', 'hiking', 52, 104],
  ['gpx', 'hiking', 104, 104],
  ['gpx', 'cycling', 60, 60],
  ['tcx', 'Running', 85, 170],
  ['tcx', 'Running', 170, 170],
  ['fit', 'running', 85, 170],
  ['fit', 'running', 170, 170],
  ['fit', 'walking', 52, 104],
  ['fit', 'hiking', 104, 104],
];

for (const [format, sport, counts, steps] of MEANT) {
  test(`[WORK-13] ${format}, ${sport}: ${counts} counts a minute are ${steps} steps or turns`, async () => {
    const { summary, laps, streams } = await parseOneWorkout(counted[format](sport, counts - 1));
    assertNear(summary.cadence!.avg, steps, 0.1);
    assertNear(streams.columns.cadence![0], steps - steps / counts, 0.1);
    for (const lap of laps) assertNear(lap.cadence_avg, steps, 1);
  });
}

test('[WORK-13] a workout without records has the cadence of its device in steps too', async () => {
  const said = async (sport: string, avgCadence: number) => {
    const file = fitHead();
    file.message(18, {
      timestamp: new Date(SAMPLE_START + 600_000),
      startTime: new Date(SAMPLE_START),
      sport,
      subSport: 'generic',
      totalElapsedTime: 600,
      totalTimerTime: 600,
      avgCadence,
      maxCadence: avgCadence + 10,
    });
    return (await parseOneWorkout(endFit(file, SAMPLE_START + 600_000, 1))).summary.cadence;
  };
  assert.deepEqual(await said('running', 86), { min: null, max: 192, avg: 172 });
  assert.deepEqual(await said('walking', 55), { min: null, max: 130, avg: 110 });
  assert.deepEqual(await said('walking', 106), { min: null, max: 116, avg: 106 });
  assert.deepEqual(await said('cycling', 86), { min: null, max: 96, avg: 86 });
});
