import { fitSample, triathlonFit } from '@waymark/api/src/recordings/testing/sample-fit.ts';
import { gpxSample, tcxSample } from '@waymark/api/src/recordings/testing/sample-files.ts';

/** Files as a watch writes them, for the chooser. */
export const gpxFile = (name: string, points = 1200) => ({
  name,
  mimeType: 'application/gpx+xml',
  buffer: Buffer.from(gpxSample({ points, name: 'Hills before breakfast', type: 'running' })),
});
export const tcxFile = (name: string, points = 900) => ({
  name,
  mimeType: 'application/xml',
  buffer: Buffer.from(tcxSample({ points, sport: 'Biking', speed: 8, lapEvery: 300 })),
});
export const fitFile = (name: string, points = 1000) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(fitSample({ points, sport: 'running', subSport: 'trail' })),
});
export const triathlonFile = (name: string, records = 3000) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(triathlonFit(records)),
});
export const textFile = (name: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from('Dear diary, today I ran.'),
});
