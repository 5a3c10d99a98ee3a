import { parseDecimal } from '../../../recordings/xml/decimal.ts';
import { XmlReader } from '../../../recordings/xml/xml-reader.ts';
import type { XmlFormat } from '../../../recordings/xml/element-words.ts';
import { type CourseSource, CourseLine, type CourseMark } from './course-source.ts';

type Word = { text: boolean; name: string };
const WORDS: Record<string, Word> = {};
for (const name of ['trk', 'rte', 'trkpt', 'rtept', 'wpt']) WORDS[name] = { text: false, name };
for (const name of ['name', 'desc', 'cmt', 'type', 'ele']) WORDS[name] = { text: true, name };

const POINTS = new Set(['trkpt', 'rtept', 'wpt']);

/** Tracks (all their segments as one line) and planned routes; waypoints and the named points of routes are marks. */
export function gpxCourses(path: string): CourseSource {
  const tracks: CourseLine[] = [];
  const planned: CourseLine[] = [];
  const marks: CourseMark[] = [];
  let name = '';
  let at: CourseLine | null = null;
  let point: { is: string; mark: CourseMark; type: string } | null = null;
  const format: XmlFormat<Word> = {
    elements: WORDS,
    block: 'trkpt',
    otherElement: { text: false, name: '' },
    open({ name: is }, attributes) {
      if (is === 'trk') tracks.push((at = new CourseLine()));
      else if (is === 'rte') planned.push((at = new CourseLine()));
      else if (POINTS.has(is)) {
        const [lat, lng] = [parseDecimal(attributes['lat'] ?? ''), parseDecimal(attributes['lon'] ?? '')];
        const good = is === 'wpt' ? Math.abs(lat) <= 90 && Math.abs(lng) <= 180 : at?.add(lat, lng) === true;
        point = good ? { is, mark: { text: '', lat, lng, own: is === 'wpt' }, type: '' } : null;
      }
    },
    close({ name: is }, text) {
      if (is === 'trk' || is === 'rte') at = null;
      else if (POINTS.has(is)) {
        reader.noteProgress();
        if (point?.mark.text) marks.push({ ...point.mark, own: point.mark.own && !isTurn(point.type) });
        point = null;
      } else if (is === 'ele') {
        if (point && point.is !== 'wpt' && at) at.height = parseDecimal(text);
      } else if (point) {
        if (is === 'type') point.type = text.trim();
        else if (point.is !== 'trkpt') point.mark.text ||= text.trim();
      } else if (is === 'type') {
        if (at) at.sport = { format: 'gpx', sport: text };
      } else if (is === 'name') {
        if (at) at.name ||= text.trim();
        else name ||= text.trim();
      }
    },
  };
  const reader = new XmlReader(format);
  const whole = reader.read(path) === 'whole';
  // Garmin writes the same course both ways; the track is the finer one.
  return { name, lines: tracks.some(({ line }) => line.length > 2) ? tracks : planned, marks, whole };
}

const isTurn = (type: string): boolean => /^(straight|u_turn|(slight_|sharp_)?(left|right))$/i.test(type);
