import { xmlText, xmlTime } from '../../../recordings/xml/write-xml.ts';
import { gpxType } from '../../../recordings/formats/sport-names.ts';
import type { ExportedCourse } from './exported-course.ts';
import { turnOf } from '@waymark/routes';

/** Degrees with 7 decimals, a centimetre. */
export const degrees = (value: number): string => value.toFixed(7);
export const place = (course: ExportedCourse, i: number) => ({
  lat: degrees(course.line[i * 2 + 1]!),
  lng: degrees(course.line[i * 2]!),
});
/** Metres above the sea; null where unknown. */
export function heightAt({ elevation }: ExportedCourse, i: number): number | null {
  const height = elevation?.[i] ?? Number.NaN;
  return Number.isNaN(height) ? null : height;
}

/** Turns and notes are waypoints, the course is a track. */
export function gpxCourse(course: ExportedCourse): string {
  const text = [
    '<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Waymark" xmlns="http://www.topografix.com/GPX/1/1">\n',
    ` <metadata><name>${xmlText(course.name)}</name><time>${xmlTime(course.created)}</time></metadata>\n`,
  ];
  for (const point of course.points)
    text.push(
      ` <wpt lat="${degrees(point.lat)}" lon="${degrees(point.lng)}"><name>${xmlText(point.text)}</name>` +
        `<type>${point.own ? 'note' : turnOf(point)}</type></wpt>\n`,
    );
  text.push(` <trk>\n  <name>${xmlText(course.name)}</name>\n`);
  if (course.description) text.push(`  <desc>${xmlText(course.description)}</desc>\n`);
  text.push(`  <type>${gpxType(course.activityTypeId)}</type>\n  <trkseg>\n`);
  for (let i = 0; i < course.n; i++) {
    const { lat, lng } = place(course, i);
    const height = heightAt(course, i);
    text.push(
      `   <trkpt lat="${lat}" lon="${lng}">${height === null ? '' : `<ele>${height.toFixed(1)}</ele>`}</trkpt>\n`,
    );
  }
  text.push('  </trkseg>\n </trk>\n</gpx>\n');
  return text.join('');
}
