import { setImmediate as turn } from 'node:timers/promises';
import type { Points } from '../recordings/roundtrip/fingerprint.ts';
import type { RecordedLap } from '../recordings/model/recording.ts';
import { MISSING } from '../recordings/model/parsed-workout.ts';
import { extensionsOfParent, extensionsOf, extensionsXml, EXTENSION_NAMESPACE } from './extensions.ts';
import type { ExportedWorkout } from './exported-workout.ts';
import { type LapSpan, lapSpans } from './laps.ts';
import { pausedBefore } from './pauses.ts';
import { pointsIn } from './points.ts';
import { countsOneFoot, tcxSport } from '../recordings/formats/sport-names.ts';
import { fixed, xmlText, xmlTime } from '../recordings/xml/write-xml.ts';

const CHUNK = 400;
const JOULES_PER_KILOCALORIE = 4184;

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2 http://www.garmin.com/xmlschemas/TrainingCenterDatabasev2.xsd" xmlns:ns3="http://www.garmin.com/xmlschemas/ActivityExtension/v2" ${EXTENSION_NAMESPACE}>
<Activities>
`;

/** The file, piece by piece. A workout of several sports is a MultiSportSession with an Activity per leg. */
export async function* tcxFile(workout: ExportedWorkout): AsyncGenerator<string> {
  yield HEAD;
  if (workout.legs.length === 0) yield* activity(workout);
  else {
    yield `<MultiSportSession><Id>${xmlTime(workout.start)}</Id>\n`;
    for (const [index, leg] of workout.legs.entries()) {
      const name = index === 0 ? 'FirstSport' : 'NextSport';
      yield `<${name}>\n`;
      yield* activity(leg);
      yield `</${name}>\n`;
    }
    if (workout.notes) yield `<Notes>${xmlText(workout.notes)}</Notes>\n`;
    yield '</MultiSportSession>\n';
  }
  yield '</Activities>\n';
  if (workout.legs.length > 0) {
    yield '<Extensions>\n';
    yield* extensionsXml(extensionsOfParent(workout));
    yield '</Extensions>\n';
  }
  yield '</TrainingCenterDatabase>\n';
}

async function* activity(workout: ExportedWorkout): AsyncGenerator<string> {
  const { start, activityTypeId, notes, device, totals } = workout;
  const points = await pointsIn('tcx', workout);
  const beside = await extensionsOf(workout, points);
  yield `<Activity Sport="${tcxSport(activityTypeId)}"><Id>${xmlTime(start)}</Id>\n`;
  const oneFoot = countsOneFoot('tcx', activityTypeId);
  for (const [index, span] of lapSpans(workout).entries()) {
    // The format keeps energy by lap; the first one carries that of all.
    const energy = index === 0 ? Math.round((totals.energy ?? 0) / JOULES_PER_KILOCALORIE) : 0;
    yield lapHead(span.lap, energy, oneFoot);
    yield* lapTracks(workout, points, span, oneFoot);
    yield `${lapEnd(span.lap, oneFoot)}</Lap>\n`;
  }
  if (notes) yield `<Notes>${xmlText(notes)}</Notes>\n`;
  if (device) {
    yield `<Creator xsi:type="Device_t"><Name>${xmlText(device)}</Name><UnitId>0</UnitId><ProductID>0</ProductID><Version><VersionMajor>0</VersionMajor><VersionMinor>0</VersionMinor></Version></Creator>\n`;
  }
  yield '<Extensions>\n';
  yield* extensionsXml(beside);
  yield '</Extensions>\n</Activity>\n';
}

const byte = (value: number, oneFoot = false): number =>
  Math.min(254, Math.round(oneFoot ? value / 2 : value));

function lapHead(lap: RecordedLap, energy: number, oneFoot: boolean): string {
  const beats = (name: string, value: number | null) =>
    value === null ? '' : `<${name}><Value>${byte(value)}</Value></${name}>`;
  return (
    `<Lap StartTime="${xmlTime(lap.start)}"><TotalTimeSeconds>${lap.active ?? 0}</TotalTimeSeconds>` +
    `<DistanceMeters>${lap.distance ?? 0}</DistanceMeters>` +
    (lap.speedMax === null ? '' : `<MaximumSpeed>${lap.speedMax}</MaximumSpeed>`) +
    `<Calories>${Math.min(65_535, energy)}</Calories>` +
    beats('AverageHeartRateBpm', lap.heartrateAvg) +
    beats('MaximumHeartRateBpm', lap.heartrateMax) +
    `<Intensity>Active</Intensity>` +
    (lap.cadenceAvg === null || oneFoot ? '' : `<Cadence>${byte(lap.cadenceAvg)}</Cadence>`) +
    `<TriggerMethod>Manual</TriggerMethod>\n`
  );
}

function lapEnd(lap: RecordedLap, oneFoot: boolean): string {
  const figures =
    (lap.speedAvg === null ? '' : `<ns3:AvgSpeed>${lap.speedAvg}</ns3:AvgSpeed>`) +
    (lap.cadenceAvg === null || !oneFoot
      ? ''
      : `<ns3:AvgRunCadence>${byte(lap.cadenceAvg, true)}</ns3:AvgRunCadence>`) +
    (lap.powerAvg === null ? '' : `<ns3:AvgWatts>${Math.round(lap.powerAvg)}</ns3:AvgWatts>`);
  return figures ? `<Extensions><ns3:LX>${figures}</ns3:LX></Extensions>` : '';
}

async function* lapTracks(
  { streams }: ExportedWorkout,
  points: Points,
  { from, to }: LapSpan,
  oneFoot: boolean,
): AsyncGenerator<string> {
  if (to === from) return;
  yield '<Track>\n';
  for (let at = from; at < to; at += CHUNK) {
    await turn();
    let text = '';
    for (let i = at; i < Math.min(to, at + CHUNK); i++) {
      if (i > from && pausedBefore(streams, i)) text += '</Track>\n<Track>\n';
      text += trackpoint(points, i, oneFoot);
    }
    yield text;
  }
  yield '</Track>\n';
}

function trackpoint({ at, columns }: Points, i: number, oneFoot: boolean): string {
  const { lat, lng, altitude, distance, heartrate, cadence, power, speed } = columns;
  const has = (column: Int32Array | undefined): column is Int32Array =>
    column !== undefined && column[i] !== MISSING;
  let text = `<Trackpoint><Time>${xmlTime(at[i]!)}</Time>`;
  if (has(lat)) {
    text += `<Position><LatitudeDegrees>${fixed(lat[i]!, 7)}</LatitudeDegrees><LongitudeDegrees>${fixed(lng![i]!, 7)}</LongitudeDegrees></Position>`;
  }
  if (has(altitude)) text += `<AltitudeMeters>${fixed(altitude[i]!, 2)}</AltitudeMeters>`;
  if (has(distance)) text += `<DistanceMeters>${fixed(distance[i]!, 2)}</DistanceMeters>`;
  if (has(heartrate)) text += `<HeartRateBpm><Value>${heartrate[i]}</Value></HeartRateBpm>`;
  if (has(cadence) && !oneFoot) text += `<Cadence>${cadence[i]}</Cadence>`;
  let extension = has(speed) ? `<ns3:Speed>${fixed(speed[i]!, 3)}</ns3:Speed>` : '';
  if (has(cadence) && oneFoot) extension += `<ns3:RunCadence>${cadence[i]}</ns3:RunCadence>`;
  if (has(power)) extension += `<ns3:Watts>${power[i]}</ns3:Watts>`;
  if (extension) text += `<Extensions><ns3:TPX>${extension}</ns3:TPX></Extensions>`;
  return `${text}</Trackpoint>\n`;
}
