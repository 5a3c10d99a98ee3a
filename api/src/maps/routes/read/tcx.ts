import { parseDecimal } from '../../../recordings/xml/decimal.ts';
import { XmlReader } from '../../../recordings/xml/xml-reader.ts';
import type { XmlFormat } from '../../../recordings/xml/element-words.ts';
import { type CourseSource, CourseLine, type CourseMark } from './course-source.ts';

type Word = { text: boolean; name: string };
const WORDS: Record<string, Word> = {};
for (const name of ['Course', 'Activity', 'Track', 'Trackpoint', 'CoursePoint', 'Creator', 'Lap', 'Position'])
  WORDS[name] = { text: false, name };
for (const name of ['Name', 'Notes', 'LatitudeDegrees', 'LongitudeDegrees', 'AltitudeMeters', 'PointType'])
  WORDS[name] = { text: true, name };

/** Direction words of the format; everything else (food, danger, a summit) is worth a note. */
const TURNS = new Set(['Left', 'Right', 'Straight']);

/** Courses and, where somebody exported the wrong thing, the tracks of activities. */
export function tcxCourses(path: string): CourseSource {
  const lines: CourseLine[] = [];
  const marks: CourseMark[] = [];
  let at: CourseLine | null = null;
  let inPoint = false;
  let inCreator = false;
  let mark: { name: string; notes: string; type: string } | null = null;
  let [lat, lng, height] = [Number.NaN, Number.NaN, Number.NaN];
  const format: XmlFormat<Word> = {
    elements: WORDS,
    block: 'Trackpoint',
    otherElement: { text: false, name: '' },
    open({ name }, attributes) {
      if (name === 'Course' || name === 'Activity') {
        lines.push((at = new CourseLine()));
        at.sport = { format: 'tcx', sport: attributes['Sport'] ?? '' };
      } else if (name === 'Trackpoint') inPoint = true;
      else if (name === 'CoursePoint') mark = { name: '', notes: '', type: '' };
      else if (name === 'Creator') inCreator = true;
      if (name === 'Trackpoint' || name === 'CoursePoint') [lat, lng, height] = [NaN, NaN, NaN];
    },
    close({ name }, text) {
      if (name === 'LatitudeDegrees') lat = parseDecimal(text);
      else if (name === 'LongitudeDegrees') lng = parseDecimal(text);
      else if (name === 'AltitudeMeters') height = parseDecimal(text);
      else if (name === 'Creator') inCreator = false;
      else if (name === 'Trackpoint') {
        inPoint = false;
        reader.noteProgress();
        if (at?.add(lat, lng)) at.height = height;
      } else if (name === 'CoursePoint' && mark) {
        reader.noteProgress();
        const told = mark.notes || mark.name;
        if (told && Math.abs(lat) <= 90 && Math.abs(lng) <= 180)
          marks.push({ text: told, lat, lng, own: !TURNS.has(mark.type) });
        mark = null;
      } else if (mark) {
        if (name === 'Name') mark.name = text.trim();
        else if (name === 'Notes') mark.notes = text.trim();
        else if (name === 'PointType') mark.type = text.trim();
      } else if (name === 'Name' && at && !inPoint && !inCreator) at.name ||= text.trim();
    },
  };
  const reader = new XmlReader(format);
  const whole = reader.read(path) === 'whole';
  return { name: '', lines, marks, whole };
}
