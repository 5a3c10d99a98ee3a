import { readFileSync, statSync } from 'node:fs';
import { SaxesParser } from 'saxes';
import { parseDecimal } from '../../../recordings/xml/decimal.ts';
import { LIMITS } from '../../../recordings/limits.ts';
import { FileProblem } from '../../../recordings/file-problem.ts';
import { detectEncoding } from '../../../recordings/xml/text-decoder.ts';
import { type CourseSource, CourseLine, type CourseMark } from './course-source.ts';

const MAX_BYTES = 64 * 1024 * 1024;
const LINES = new Set(['LineString', 'LinearRing', 'Track']);

class Stop extends Error {}

/** Lines and points of the placemarks; the pieces of one placemark are one line. */
export function kmlCourses(path: string): CourseSource {
  const { size } = statSync(path);
  if (size > MAX_BYTES) throw new FileProblem('too_big', 'This KML file is larger than 64 MB.');
  const bytes = readFileSync(path);
  const { decode, skip } = detectEncoding(bytes);
  const found: CourseSource = { name: '', lines: [], marks: [], whole: true };
  const reader = new KmlReader(found);
  try {
    reader.parser.write(decode(bytes.subarray(skip), true).replace(/^[\s\uFEFF\0]+/, '')).close();
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    found.whole = false;
  }
  return found;
}

class KmlReader {
  readonly parser = new SaxesParser({ position: false });
  #found: CourseSource;
  #open: string[] = [];
  #text: string[] = [];
  #line: CourseLine | null = null;
  #mark: (CourseMark & { told: boolean }) | null = null;
  #name = '';
  #description = '';

  constructor(found: CourseSource) {
    this.#found = found;
    this.parser.on('doctype', () => {
      throw new FileProblem('doctype', 'This file carries a document type declaration.');
    });
    this.parser.on('error', (error) => {
      if (!/undefined entity|unbound namespace/.test(error.message)) throw new Stop(error.message);
    });
    this.parser.on('text', (text) => this.#text.push(text));
    this.parser.on('cdata', (text) => this.#text.push(text));
    this.parser.on('opentag', ({ name }) => this.#opened(name.slice(name.indexOf(':') + 1)));
    this.parser.on('closetag', () => this.#closed(this.#open.pop()!, this.#text.join('')));
  }

  #opened(name: string): void {
    if (this.#open.push(name) > LIMITS.depth)
      throw new FileProblem('too_deep', 'This file nests its elements too deep.');
    this.#text = [];
    if (name === 'Placemark') [this.#line, this.#mark, this.#name, this.#description] = [null, null, '', ''];
  }

  #closed(name: string, text: string): void {
    this.#text = [];
    const around = this.#open.at(-1) ?? '';
    if (name === 'name' && around === 'Placemark') this.#name = text.trim();
    else if (name === 'name' && (around === 'Document' || around === 'kml')) this.#found.name ||= text.trim();
    else if (name === 'description' && around === 'Placemark') this.#description = text.trim();
    else if (name === 'coordinates' && LINES.has(around)) this.#coordinates(text);
    else if (name === 'coordinates' && around === 'Point') this.#point(text);
    else if (name === 'coord' && around === 'Track') this.#add(text.trim().split(/\s+/));
    else if (name === 'Placemark') this.#place();
  }

  #coordinates(text: string): void {
    for (const [triple] of text.matchAll(/[^\s]+/g)) this.#add(triple.split(','));
  }

  #add([lng, lat, height]: string[]): void {
    this.#line ??= new CourseLine();
    if (this.#line.add(parseDecimal(lat ?? ''), parseDecimal(lng ?? '')))
      this.#line.height = parseDecimal(height ?? '');
  }

  #point(text: string): void {
    const [lng, lat] = text.trim().split(',').map(parseDecimal);
    if (Math.abs(lat ?? NaN) <= 90 && Math.abs(lng ?? NaN) <= 180)
      this.#mark = { text: '', lat: lat!, lng: lng!, own: true, told: false };
  }

  #place(): void {
    if (this.#line) {
      this.#line.name = this.#name;
      this.#found.lines.push(this.#line);
    }
    const text = this.#name || this.#description;
    if (this.#mark && text) {
      const { lat, lng } = this.#mark;
      this.#found.marks.push({ text, lat, lng, own: this.#description !== 'Turn' });
    }
  }
}
