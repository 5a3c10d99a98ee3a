import { setImmediate as turn } from 'node:timers/promises';
import type { Points } from '../recordings/roundtrip/fingerprint.ts';
import { MISSING } from '../recordings/model/parsed-workout.ts';
import { ApiProblem } from '../kernel/server/errors.ts';
import { extensionsOfParent, extensionsOf, extensionsXml, EXTENSION_NAMESPACE } from './extensions.ts';
import type { ExportedWorkout } from './exported-workout.ts';
import { pausedBefore } from './pauses.ts';
import { pointsIn } from './points.ts';
import { gpxType } from '../recordings/formats/sport-names.ts';
import { fixed, xmlText, xmlTime } from '../recordings/xml/write-xml.ts';

/** Points written before others get their turn on the event loop. */
const CHUNK = 400;

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
export async function* gpxFile(workout: ExportedWorkout): AsyncGenerator<string> {
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

async function* track(workout: ExportedWorkout): AsyncGenerator<string> {
  const { name, notes, activityTypeId, device, streams } = workout;
  const points = await pointsIn('gpx', workout);
  const beside = await extensionsOf(workout, points);
  yield ` <trk>\n  <name>${xmlText(name)}</name>\n`;
  if (notes !== '') yield `  <desc>${xmlText(notes)}</desc>\n`;
  if (device) yield `  <src>${xmlText(device)}</src>\n`;
  yield `  <type>${gpxType(activityTypeId)}</type>\n  <extensions>\n`;
  yield* extensionsXml(beside);
  yield '  </extensions>\n  <trkseg>\n';
  for (let from = 0; from < points.n; from += CHUNK) {
    await turn();
    let text = '';
    for (let i = from; i < Math.min(points.n, from + CHUNK); i++) {
      if (pausedBefore(streams, i)) text += '  </trkseg>\n  <trkseg>\n';
      text += trackpoint(points, i);
    }
    yield text;
  }
  yield '  </trkseg>\n </trk>\n';
}

function trackpoint({ at, columns }: Points, i: number): string {
  const { lat, lng, altitude, heartrate, cadence, power, speed, temperature } = columns;
  const has = (column: Int32Array | undefined): column is Int32Array =>
    column !== undefined && column[i] !== MISSING;
  let text = `   <trkpt lat="${fixed(lat![i]!, 7)}" lon="${fixed(lng![i]!, 7)}">\n`;
  if (has(altitude)) text += `    <ele>${fixed(altitude[i]!, 2)}</ele>\n`;
  text += `    <time>${xmlTime(at[i]!)}</time>\n`;
  let garmin = '';
  if (has(temperature)) garmin += `<gpxtpx:atemp>${fixed(temperature[i]!, 1)}</gpxtpx:atemp>`;
  if (has(heartrate)) garmin += `<gpxtpx:hr>${heartrate[i]}</gpxtpx:hr>`;
  if (has(cadence)) garmin += `<gpxtpx:cad>${cadence[i]}</gpxtpx:cad>`;
  if (has(speed)) garmin += `<gpxtpx:speed>${fixed(speed[i]!, 3)}</gpxtpx:speed>`;
  const watts = has(power) ? `<pwr:PowerInWatts>${power[i]}</pwr:PowerInWatts>` : '';
  if (garmin) garmin = `<gpxtpx:TrackPointExtension>${garmin}</gpxtpx:TrackPointExtension>`;
  if (garmin || watts) text += `    <extensions>${watts}${garmin}</extensions>\n`;
  return `${text}   </trkpt>\n`;
}
