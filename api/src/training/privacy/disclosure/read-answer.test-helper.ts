import { inflateSync } from 'node:zlib';
import { Decoder, Stream } from '@garmin/fitsdk';
import { encodePlan, unpackRoute } from '@waymark/routes';
import { decodePolyline, unpackTracks } from '@waymark/streams';
import sharp from 'sharp';
import { fromBuffer, type Entry } from 'yauzl';
import { decodeStreams, unpackStreams } from '../../../recordings/streams/codec.ts';
import { MISSING } from '../../../recordings/model/parsed-workout.ts';

export interface Place {
  lat: number;
  lng: number;
}

interface Contents {
  texts: string[];
  /** Every number in it: of fields, of columns, and of those that stand in texts of files and pages. */
  numbers: Set<number>;
  /** Values by the names of their fields, of JSON. */
  fields: Map<string, Set<unknown>>;
  /** Points of tracks and of whatever else lies on a map. */
  places: Place[];
  /** Corners of boxes around tracks: near a place, not necessarily at it. */
  corners: Place[];
}

/** What an answer discloses, whatever its form. */
export interface Disclosure extends Omit<Contents, 'texts'> {
  /** Everything in it that is text. */
  text: string;
}

const newContents = (): Contents => ({
  texts: [],
  numbers: new Set(),
  fields: new Map(),
  places: [],
  corners: [],
});

const DEGREES_PER_SEMICIRCLE = 180 / 2 ** 31;
/** Seconds of a time, like `46.081` of `12:30:46.081+00:00`, are no figure: a colon stands before them. */
const NUMBER_IN_TEXT = /(?<![\w.:-])-?\d+(?:\.\d+)?(?![\w]|\.\d)/gu;

function addText(into: Contents, text: string): void {
  into.texts.push(text);
  for (const [digits] of text.matchAll(NUMBER_IN_TEXT)) into.numbers.add(Number(digits));
}

const isNumber = (value: unknown): value is number => typeof value === 'number';

function addBox(into: Contents, [west, south, east, north]: readonly number[]): void {
  into.corners.push({ lat: south!, lng: west! }, { lat: north!, lng: east! });
}

/** Points by the names that answers have for them, encoded lines, coordinates of GeoJSON and boxes. */
function addPlacesOf(into: Contents, fields: Record<string, unknown>): void {
  const lat = fields['lat'] ?? fields['latitude'];
  const lng = fields['lng'] ?? fields['lon'] ?? fields['longitude'];
  if (isNumber(lat) && isNumber(lng)) into.places.push({ lat, lng });
  for (const [name, value] of Object.entries(fields)) {
    if (name.endsWith('polyline') && typeof value === 'string')
      into.places.push(...decodePolyline(value).map(([x, y]) => ({ lat: y, lng: x })));
    if (name === 'bounds' && Array.isArray(value) && value.length === 4 && value.every(isNumber))
      addBox(into, value);
    if (name === 'coordinates' && Array.isArray(value)) addCoordinates(into, value);
  }
}

function addCoordinates(into: Contents, list: readonly unknown[]): void {
  const [lng, lat] = list;
  if (isNumber(lng) && isNumber(lat)) into.places.push({ lat, lng });
  else for (const part of list) if (Array.isArray(part)) addCoordinates(into, part);
}

function addJson(into: Contents, value: unknown, name = ''): void {
  if (typeof value === 'object' && value !== null) {
    if (Array.isArray(value)) for (const item of value) addJson(into, item, name);
    else {
      addPlacesOf(into, value as Record<string, unknown>);
      for (const [key, item] of Object.entries(value)) if (key !== 'request_id') addJson(into, item, key);
    }
    return;
  }
  if (typeof value === 'string') addText(into, value);
  if (isNumber(value)) {
    into.numbers.add(value);
    // Ids stand in links as well: a reader of either looks for their text.
    into.texts.push(String(value));
  }
  const values = into.fields.get(name) ?? new Set();
  into.fields.set(name, values.add(value));
}

function addStreams(into: Contents, bytes: Buffer): void {
  const { n, columns } = decodeStreams(unpackStreams(bytes));
  for (const [name, column] of Object.entries(columns)) {
    const values = new Set<unknown>([...column].filter((value) => value !== MISSING));
    into.fields.set(name, values);
    if (name === 'heartrate') for (const value of values) into.numbers.add(Number(value));
  }
  const { lat, lng } = columns;
  if (lat && lng)
    for (let i = 0; i < n; i++)
      if (lat[i] !== MISSING) into.places.push({ lat: lat[i]! / 1e7, lng: lng[i]! / 1e7 });
}

function addTracks(into: Contents, bytes: Buffer): void {
  const { header, lat, lng } = unpackTracks(new Uint8Array(bytes).buffer);
  for (const [i, y] of lat.entries()) into.places.push({ lat: y * header.step, lng: lng[i]! * header.step });
}

/** A file of a device, message by message. @throws Error for one that the SDK cannot read */
function addFit(into: Contents, bytes: Buffer): void {
  const { messages, errors } = new Decoder(Stream.fromBuffer(bytes)).read({ convertTypesToStrings: false });
  if (errors.length > 0) throw errors[0];
  addJson(into, messages);
  for (const message of Object.values(messages as Record<string, Record<string, unknown>[]>).flat())
    for (const [y, x] of [
      ['positionLat', 'positionLong'],
      ['startPositionLat', 'startPositionLong'],
      ['endPositionLat', 'endPositionLong'],
      ['necLat', 'necLong'],
      ['swcLat', 'swcLong'],
    ]) {
      const [lat, lng] = [message[y!], message[x!]];
      if (isNumber(lat) && isNumber(lng))
        into.places.push({ lat: lat * DEGREES_PER_SEMICIRCLE, lng: lng * DEGREES_PER_SEMICIRCLE });
    }
}

const XML_PLACES = [
  /\blat="(?<lat>[-\d.]+)"\s+lon="(?<lng>[-\d.]+)"/gu,
  /<LatitudeDegrees>(?<lat>[-\d.]+)<[/]LatitudeDegrees>\s*<LongitudeDegrees>(?<lng>[-\d.]+)/gu,
];

/** GPX, TCX, KML, feeds: text with places in their ways of writing. */
function addXml(into: Contents, text: string): void {
  addText(into, text);
  for (const pattern of XML_PLACES)
    for (const { groups } of text.matchAll(pattern))
      into.places.push({ lat: Number(groups!['lat']), lng: Number(groups!['lng']) });
  for (const [, list] of text.matchAll(/<coordinates>([^<]*)/gu))
    for (const point of list!.trim().split(/\s+/u)) {
      const [lng, lat] = point.split(',').map(Number);
      into.places.push({ lat: lat!, lng: lng! });
    }
  for (const [, west, south, east, north] of text.matchAll(
    /minlon="([-\d.]+)" minlat="([-\d.]+)" maxlon="([-\d.]+)" maxlat="([-\d.]+)"/gu,
  ))
    addBox(into, [west, south, east, north].map(Number));
}

/** The words of a receipt: its streams, with the letters of embedded fonts by their numbers. */
function addPdf(into: Contents, bytes: Buffer): void {
  const streams: string[] = [];
  for (let at = bytes.indexOf('stream\n'); at >= 0; at = bytes.indexOf('stream\n', at + 1)) {
    const end = bytes.indexOf('endstream', at);
    try {
      streams.push(inflateSync(bytes.subarray(at + 'stream\n'.length, end)).toString('latin1'));
    } catch {
      // The end of a stream has the same word; fonts and pictures have forms of their own.
    }
  }
  const letters = new Map<string, string>();
  for (const stream of streams)
    for (const [, first, list] of stream.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^[\]]*)\]/gu))
      for (const [n, [, hex]] of [...list!.matchAll(/<([0-9a-f]*)>/gu)].entries())
        letters.set(
          (Number.parseInt(first!, 16) + n).toString(16).padStart(4, '0'),
          Buffer.from(hex!, 'hex').swap16().toString('utf16le'),
        );
  for (const stream of streams) {
    for (const [, shown] of stream.matchAll(/<((?:[0-9a-f]{4})+)>\s*Tj/gu))
      addText(
        into,
        shown!.replaceAll(/.{4}/gu, (code) => letters.get(code) ?? ''),
      );
    for (const [, shown] of stream.matchAll(/(?<!\\)\(((?:[^()\\]|\\.)*)\)/gu)) addText(into, shown!);
  }
}

/** What is written into a picture beside what it shows. */
async function addPicture(into: Contents, bytes: Buffer): Promise<void> {
  const { exif, xmp, iptc } = await sharp(bytes).metadata();
  for (const block of [exif, xmp, iptc]) if (block) into.texts.push(block.toString('latin1'));
}

const TYPE_OF_EXTENSION: Readonly<Record<string, string>> = {
  json: 'application/json',
  csv: 'text/csv',
  txt: 'text/plain',
  html: 'text/html',
  md: 'text/plain',
  fit: 'application/vnd.ant.fit',
  gpx: 'application/gpx+xml',
  tcx: 'application/vnd.garmin.tcx+xml',
  webp: 'image/webp',
};

function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      const files = new Map<string, Buffer>();
      zip.on('entry', (entry: Entry) => {
        zip.openReadStream(entry, (problem, stream) => {
          if (problem) return reject(problem);
          const parts: Buffer[] = [];
          stream.on('data', (part: Buffer) => parts.push(part));
          stream.once('end', () => {
            files.set(entry.fileName, Buffer.concat(parts));
            zip.readEntry();
          });
        });
      });
      zip.once('end', () => resolve(files));
      zip.once('error', reject);
      zip.readEntry();
    });
  });
}

async function addArchive(into: Contents, bytes: Buffer): Promise<void> {
  for (const [name, content] of await unzip(bytes)) {
    into.texts.push(name);
    const extension = name.split('.').at(-1)!;
    if (extension === 'ndjson')
      for (const line of content.toString().split('\n'))
        if (line) addJson(into, JSON.parse(line));
        else continue;
    else await add(into, TYPE_OF_EXTENSION[extension] ?? `of .${extension}`, content);
  }
}

const isFit = (bytes: Buffer): boolean => bytes.toString('latin1', 8, 12) === '.FIT';

async function add(into: Contents, type: string, bytes: Buffer): Promise<void> {
  if (bytes.length === 0) return;
  if (type.endsWith('json')) return addJson(into, JSON.parse(bytes.toString()));
  if (type === 'application/vnd.waymark.streams') return addStreams(into, bytes);
  if (type === 'application/vnd.waymark.tracks') return addTracks(into, bytes);
  if (type === 'application/vnd.waymark.route') {
    const { route, plan } = unpackRoute(new Uint8Array(bytes).buffer);
    addJson(into, route);
    return addJson(into, encodePlan(plan));
  }
  if (type === 'application/pdf') return addPdf(into, bytes);
  if (type === 'application/zip') return addArchive(into, bytes);
  if (type.startsWith('image/') && type !== 'image/svg+xml') return addPicture(into, bytes);
  // Originals are files as they were uploaded.
  if (/fit|octet-stream/u.test(type) && isFit(bytes)) return addFit(into, bytes);
  if (/xml|gpx|tcx|kml|octet-stream/u.test(type)) return addXml(into, bytes.toString());
  // Long lines of calendars go on in the next one.
  if (type === 'text/calendar') return addText(into, bytes.toString().replaceAll('\r\n ', ''));
  if (type.startsWith('text/')) return addText(into, bytes.toString());
  throw new Error(`Nobody knows what an answer of ${type} discloses: teach readAnswer to read it.`);
}

/** Reads the answer as far as it tells something. @throws Error for a form that cannot be read */
export async function readAnswer(type: string, bytes: Buffer): Promise<Disclosure> {
  const { texts, ...contents } = newContents();
  await add({ texts, ...contents }, type.split(';')[0]!.trim(), bytes);
  return { ...contents, text: texts.join('\n') };
}
