import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { samplePoints } from '@waymark/api/src/recordings/testing/sample-files.ts';

const HEAD =
  '<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Waymark" xmlns="http://www.topografix.com/GPX/1/1" ' +
  'xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1"><trk><name>Long</name><type>running</type><trkseg>\n';

function* pieces(points: number): Generator<string> {
  yield HEAD;
  for (const { lat, lng, altitude, at, heartrate, cadence } of samplePoints({ points })) {
    yield (
      `<trkpt lat="${lat.toFixed(7)}" lon="${lng.toFixed(7)}"><ele>${altitude.toFixed(1)}</ele>` +
      `<time>${new Date(at).toISOString().slice(0, 19)}Z</time><extensions><gpxtpx:TrackPointExtension>` +
      `<gpxtpx:hr>${heartrate}</gpxtpx:hr><gpxtpx:cad>${cadence}</gpxtpx:cad>` +
      `</gpxtpx:TrackPointExtension></extensions></trkpt>\n`
    );
  }
  yield '</trkseg></trk></gpx>\n';
}

/** A track without a line break too many: 46 MB for 200,000 points, as most applications export it. */
export const writeLongGpx = (file: string, points: number): Promise<void> =>
  pipeline(Readable.from(pieces(points)), createWriteStream(file));
