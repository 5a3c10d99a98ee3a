import { setImmediate as turn } from 'node:timers/promises';
import type { Points } from '../../recordings/roundtrip/fingerprint.ts';
import { MISSING } from '../../recordings/model/parsed-workout.ts';
import { ApiProblem } from '../../kernel/server/errors.ts';
import { extensionsOfParent, extensionsOf, extensionsXml, EXTENSION_NAMESPACE } from './extensions.ts';
import type { ExportedWorkout } from './exported-workout.ts';
import { pausedBefore, pointsIn } from './points.ts';
import { gpxType } from '../../recordings/formats/sport-names.ts';
import { ascii, AsciiWriter } from '../../recordings/xml/ascii-writer.ts';
import { xmlText, xmlTime } from '../../recordings/xml/write-xml.ts';

/** Points written before others get their turn on the event loop. */
const CHUNK = 400;
/** A point with everything takes some 350. */
const BYTES_PER_POINT = 400;

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Waymark" xmlns="http://www.topografix.com/GPX/1/1" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/1/1/gpx.xsd http://www.garmin.com/xmlschemas/TrackPointExtension/v2 https://www8.garmin.com/xmlschemas/TrackPointExtensionv2.xsd" xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2" xmlns:pwr="http://www.garmin.com/xmlschemas/PowerExtension/v1" ${EXTENSION_NAMESPACE}>
`;

const hasTrack = ({ streams: { columns } }: ExportedWorkout): boolean => columns.lat !== undefined;

/** @throws ApiProblem for a workout without places, which GPX cannot hold */
export function needTrack(workout: ExportedWorkout): void {
  if (workout.legs.length > 0 ? !workout.legs.every(hasTrack) : !hasTrack(workout)) {
    throw new ApiProblem(
      422,
      'no_track',
      workout.legs.some(hasTrack)
        ? 'A GPX file holds only tracks, and a leg of this workout has none. Choose FIT or TCX, which keep all legs.'
        : 'A GPX file holds a track, and this workout has none. Choose FIT or TCX instead.',
    );
  }
}

/** The file, piece by piece. Each leg is a track; a pause begins a new segment. */
export async function* gpxFile(workout: ExportedWorkout): AsyncGenerator<string | Buffer> {
  yield `${HEAD} <metadata>\n  <name>${xmlText(workout.name)}</name>\n  <time>${xmlTime(workout.start)}</time>\n`;
  if (workout.legs.length > 0) {
    yield '  <extensions>\n';
    yield* extensionsXml(extensionsOfParent(workout));
    yield '  </extensions>\n';
  }
  yield ' </metadata>\n';
  for (const one of workout.legs.length > 0 ? workout.legs : [workout]) yield* track(one);
  yield '</gpx>\n';
}

async function* track(workout: ExportedWorkout): AsyncGenerator<string | Buffer> {
  const { name, notes, activityTypeId, device, streams } = workout;
  const points = await pointsIn('gpx', workout);
  const beside = await extensionsOf(workout, points);
  yield ` <trk>\n  <name>${xmlText(name)}</name>\n`;
  if (notes !== '') yield `  <desc>${xmlText(notes)}</desc>\n`;
  if (device) yield `  <src>${xmlText(device)}</src>\n`;
  yield `  <type>${gpxType(activityTypeId)}</type>\n  <extensions>\n`;
  yield* extensionsXml(beside);
  yield '  </extensions>\n  <trkseg>\n';
  const writer = new AsciiWriter(CHUNK * BYTES_PER_POINT);
  for (let from = 0; from < points.n; from += CHUNK) {
    await turn();
    for (let i = from; i < Math.min(points.n, from + CHUNK); i++) {
      if (pausedBefore(streams, i)) writer.text(NEXT_SEGMENT);
      writeTrackpoint(writer, points, i);
    }
    yield writer.take();
  }
  yield '  </trkseg>\n </trk>\n';
}

const NEXT_SEGMENT = ascii('  </trkseg>\n  <trkseg>\n');
const [LATITUDE, LONGITUDE, PLACE_END] = [ascii('   <trkpt lat="'), ascii('" lon="'), ascii('">\n')];
const [ALTITUDE, ALTITUDE_END] = [ascii('    <ele>'), ascii('</ele>\n')];
const [TIME, TIME_END] = [ascii('    <time>'), ascii('</time>\n')];
const [EXTENSIONS, EXTENSIONS_END] = [ascii('    <extensions>'), ascii('</extensions>\n')];
const [POWER, POWER_END] = [ascii('<pwr:PowerInWatts>'), ascii('</pwr:PowerInWatts>')];
const GARMIN = ascii('<gpxtpx:TrackPointExtension>');
const GARMIN_END = ascii('</gpxtpx:TrackPointExtension>');
const [TEMPERATURE, TEMPERATURE_END] = [ascii('<gpxtpx:atemp>'), ascii('</gpxtpx:atemp>')];
const [HEARTRATE, HEARTRATE_END] = [ascii('<gpxtpx:hr>'), ascii('</gpxtpx:hr>')];
const [CADENCE, CADENCE_END] = [ascii('<gpxtpx:cad>'), ascii('</gpxtpx:cad>')];
const [SPEED, SPEED_END] = [ascii('<gpxtpx:speed>'), ascii('</gpxtpx:speed>')];
const POINT_END = ascii('   </trkpt>\n');

function writeTrackpoint(writer: AsciiWriter, { at, columns }: Points, i: number): void {
  const valueOf = (column: Int32Array | undefined): number => (column ? column[i]! : MISSING);
  const altitude = valueOf(columns.altitude);
  const heartrate = valueOf(columns.heartrate);
  const cadence = valueOf(columns.cadence);
  const power = valueOf(columns.power);
  const speed = valueOf(columns.speed);
  const temperature = valueOf(columns.temperature);
  writer.text(LATITUDE).decimal(columns.lat![i]!, 7);
  writer.text(LONGITUDE).decimal(columns.lng![i]!, 7).text(PLACE_END);
  if (altitude !== MISSING) writer.text(ALTITUDE).decimal(altitude, 2).text(ALTITUDE_END);
  writer.text(TIME).time(at[i]!).text(TIME_END);
  const hasGarmin =
    temperature !== MISSING || heartrate !== MISSING || cadence !== MISSING || speed !== MISSING;
  if (hasGarmin || power !== MISSING) {
    writer.text(EXTENSIONS);
    if (power !== MISSING) writer.text(POWER).integer(power).text(POWER_END);
    if (hasGarmin) {
      writer.text(GARMIN);
      if (temperature !== MISSING) writer.text(TEMPERATURE).decimal(temperature, 1).text(TEMPERATURE_END);
      if (heartrate !== MISSING) writer.text(HEARTRATE).integer(heartrate).text(HEARTRATE_END);
      if (cadence !== MISSING) writer.text(CADENCE).integer(cadence).text(CADENCE_END);
      if (speed !== MISSING) writer.text(SPEED).decimal(speed, 3).text(SPEED_END);
      writer.text(GARMIN_END);
    }
    writer.text(EXTENSIONS_END);
  }
  writer.text(POINT_END);
}
