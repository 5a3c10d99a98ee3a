import { setImmediate as turn } from 'node:timers/promises';
import type { Points } from '../../recordings/roundtrip/fingerprint.ts';
import type { RecordedLap } from '../../recordings/model/recording.ts';
import { MISSING } from '../../recordings/model/parsed-workout.ts';
import { extensionsOfParent, extensionsOf, extensionsXml, EXTENSION_NAMESPACE } from './extensions.ts';
import type { ExportedWorkout } from './exported-workout.ts';
import { type LapSpan, lapSpans } from './laps.ts';
import { pausedBefore, pointsIn } from './points.ts';
import { countsOneFoot, tcxSport } from '../../recordings/formats/sport-names.ts';
import { ascii, AsciiWriter } from '../../recordings/xml/ascii-writer.ts';
import { xmlText, xmlTime } from '../../recordings/xml/write-xml.ts';

const CHUNK = 400;
/** A point with everything takes some 400. */
const BYTES_PER_POINT = 450;
const JOULES_PER_KILOCALORIE = 4184;

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2 http://www.garmin.com/xmlschemas/TrainingCenterDatabasev2.xsd" xmlns:ns3="http://www.garmin.com/xmlschemas/ActivityExtension/v2" ${EXTENSION_NAMESPACE}>
<Activities>
`;

/** The file, piece by piece. A workout of several sports is a MultiSportSession with an Activity per leg. */
export async function* tcxFile(workout: ExportedWorkout): AsyncGenerator<string | Buffer> {
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

async function* activity(workout: ExportedWorkout): AsyncGenerator<string | Buffer> {
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
): AsyncGenerator<string | Buffer> {
  if (to === from) return;
  yield '<Track>\n';
  const writer = new AsciiWriter(Math.min(CHUNK, to - from) * BYTES_PER_POINT);
  for (let at = from; at < to; at += CHUNK) {
    await turn();
    for (let i = at; i < Math.min(to, at + CHUNK); i++) {
      if (i > from && pausedBefore(streams, i)) writer.text(NEXT_TRACK);
      writeTrackpoint(writer, points, i, oneFoot);
    }
    yield writer.take();
  }
  yield '</Track>\n';
}

const NEXT_TRACK = ascii('</Track>\n<Track>\n');
const [TIME, TIME_END] = [ascii('<Trackpoint><Time>'), ascii('</Time>')];
const LATITUDE = ascii('<Position><LatitudeDegrees>');
const LONGITUDE = ascii('</LatitudeDegrees><LongitudeDegrees>');
const PLACE_END = ascii('</LongitudeDegrees></Position>');
const [ALTITUDE, ALTITUDE_END] = [ascii('<AltitudeMeters>'), ascii('</AltitudeMeters>')];
const [DISTANCE, DISTANCE_END] = [ascii('<DistanceMeters>'), ascii('</DistanceMeters>')];
const [HEARTRATE, HEARTRATE_END] = [ascii('<HeartRateBpm><Value>'), ascii('</Value></HeartRateBpm>')];
const [CADENCE, CADENCE_END] = [ascii('<Cadence>'), ascii('</Cadence>')];
const [EXTENSIONS, EXTENSIONS_END] = [ascii('<Extensions><ns3:TPX>'), ascii('</ns3:TPX></Extensions>')];
const [SPEED, SPEED_END] = [ascii('<ns3:Speed>'), ascii('</ns3:Speed>')];
const [RUN_CADENCE, RUN_CADENCE_END] = [ascii('<ns3:RunCadence>'), ascii('</ns3:RunCadence>')];
const [POWER, POWER_END] = [ascii('<ns3:Watts>'), ascii('</ns3:Watts>')];
const POINT_END = ascii('</Trackpoint>\n');

function writeTrackpoint(writer: AsciiWriter, { at, columns }: Points, i: number, oneFoot: boolean): void {
  const valueOf = (column: Int32Array | undefined): number => (column ? column[i]! : MISSING);
  const latitude = valueOf(columns.lat);
  const altitude = valueOf(columns.altitude);
  const distance = valueOf(columns.distance);
  const heartrate = valueOf(columns.heartrate);
  const cadence = valueOf(columns.cadence);
  const power = valueOf(columns.power);
  const speed = valueOf(columns.speed);
  writer.text(TIME).time(at[i]!).text(TIME_END);
  if (latitude !== MISSING) {
    writer.text(LATITUDE).decimal(latitude, 7);
    writer.text(LONGITUDE).decimal(columns.lng![i]!, 7).text(PLACE_END);
  }
  if (altitude !== MISSING) writer.text(ALTITUDE).decimal(altitude, 2).text(ALTITUDE_END);
  if (distance !== MISSING) writer.text(DISTANCE).decimal(distance, 2).text(DISTANCE_END);
  if (heartrate !== MISSING) writer.text(HEARTRATE).integer(heartrate).text(HEARTRATE_END);
  if (cadence !== MISSING && !oneFoot) writer.text(CADENCE).integer(cadence).text(CADENCE_END);
  const hasRunCadence = cadence !== MISSING && oneFoot;
  if (speed !== MISSING || hasRunCadence || power !== MISSING) {
    writer.text(EXTENSIONS);
    if (speed !== MISSING) writer.text(SPEED).decimal(speed, 3).text(SPEED_END);
    if (hasRunCadence) writer.text(RUN_CADENCE).integer(cadence).text(RUN_CADENCE_END);
    if (power !== MISSING) writer.text(POWER).integer(power).text(POWER_END);
    writer.text(EXTENSIONS_END);
  }
  writer.text(POINT_END);
}
