import test, { after, before } from 'node:test';
import type { FileImport, Workout } from '@waymark/api-contract';
import {
  checkRecording,
  checkSwim,
  FIT_CASES,
  GPX_CASES,
  SWIM_CASES,
  TCX_CASES,
} from '../../recordings/testing/dialect-cases.ts';
import { fitOf } from '../../recordings/testing/fit-dialects.ts';
import { createTrueSwim, fitOfSwim } from '../../recordings/testing/pool-swims.ts';
import { createTrueRecording } from '../../recordings/testing/true-recording.ts';
import { gpxOf, tcxOf } from '../../recordings/testing/xml-dialects.ts';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { as, type As } from '../workouts/testing.ts';
import { type File, importAll } from './testing/import-files.ts';

type Series = Record<'distance' | 'timer' | 'heartrate', [second: number, value: number][] | undefined>;

let api: TestApi;
let call: As;
let imported: Map<string, FileImport>;

const cases = <T>(kind: string, all: Readonly<Record<string, T>>) =>
  Object.entries(all).map(([name, one], i) => ({
    title: `${kind} with ${name}`,
    // What stands before a slash would be taken for a folder.
    file: `${kind} with ${name}`.replaceAll('/', ' per '),
    one,
    seed: i + 1,
  }));
const FITS = cases('a FIT file', FIT_CASES);
const GPXS = cases('a GPX file', GPX_CASES);
const TCXS = cases('a TCX file', TCX_CASES);
const SWIMS = cases('a swim', SWIM_CASES);
/** Each is a day of its own: two of one moment would be taken for duplicates. */
const truthOf = (kind: number, seed: number) => createTrueRecording(kind * 100 + seed);
const swimOf = (seed: number) => createTrueSwim(seed);

before(async () => {
  api = await startTestApi();
  call = as(api, await api.signUp());
  const files: File[] = [
    ...FITS.map(({ file, one: [dialect], seed }): File => [
      `${file}.fit`,
      new Uint8Array(fitOf(truthOf(1, seed), dialect)),
    ]),
    ...GPXS.map(({ file, one: [dialect], seed }): File => [`${file}.gpx`, gpxOf(truthOf(2, seed), dialect)]),
    ...TCXS.map(({ file, one: [dialect], seed }): File => [`${file}.tcx`, tcxOf(truthOf(3, seed), dialect)]),
    ...SWIMS.map(({ file, one, seed }): File => [
      `${file}.fit`,
      new Uint8Array(fitOfSwim(swimOf(seed), one)),
    ]),
  ];
  imported = await importAll(call, files);
});
after(() => api.stop());

/** What the API tells of the workout that a file became. */
async function told(file: string) {
  const { state, problem, workouts } = imported.get(file)!;
  if (state !== 'ready' || workouts.length !== 1)
    throw new Error(`${state}, ${workouts.length} workouts: ${problem?.message}`);
  const { body } = await call<Workout>('GET', `/workout/${workouts[0]!.id}/`);
  const { body: series } = await call<Series>('GET', `/workout/${workouts[0]!.id}/time_series/`);
  const start = Date.parse(body.start_datetime);
  const { aggregates } = body;
  return {
    start,
    elapsed: aggregates.elapsed_time_total!,
    paused: aggregates.paused_time_total!,
    stopped: aggregates.stopped_time_total!,
    active: aggregates.active_time_total!,
    distance: aggregates.distance_total!,
    speedMax: aggregates.speed_max!,
    heartrateAvg: aggregates.heartrate_avg,
    ascent: aggregates.ascent_total,
    laps: body.laps,
    lengths: body.lengths,
    poolLength: body.pool_length,
    seriesDistance: series.distance!.at(-1)![1],
    seriesTimer: series.timer!.at(-1)![1],
    heartrates: new Map(series.heartrate?.map(([second, value]) => [start + second * 1000, value])),
  };
}

for (const [kind, of, ending] of [
  [1, FITS, 'fit'],
  [2, GPXS, 'gpx'],
  [3, TCXS, 'tcx'],
] as const)
  for (const { title, file, one, seed } of of)
    test(`[WORK-03] [WORK-13] ${title} is imported as what happened`, async () => {
      const [, tolerance = {}] = one;
      checkRecording(await told(`${file}.${ending}`), truthOf(kind, seed), tolerance);
    });

for (const { title, file, one, seed } of SWIMS)
  test(`[WORK-03] [WORK-13] ${title} is imported as what was swum`, async () => {
    checkSwim(await told(`${file}.fit`), swimOf(seed), one);
  });
