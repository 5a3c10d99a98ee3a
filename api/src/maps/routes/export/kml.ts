import { xmlText } from '../../../recordings/xml/write-xml.ts';
import type { ExportedCourse } from './exported-course.ts';
import { degrees, heightAt, place } from './gpx.ts';

/** The course as a line on the ground, turns and notes as places. */
export function kmlCourse(course: ExportedCourse): string {
  const text = [
    '<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2">\n<Document>\n',
    `<name>${xmlText(course.name)}</name>\n`,
    '<Style id="route"><LineStyle><color>ff143ab9</color><width>4</width></LineStyle></Style>\n',
    `<Placemark><name>${xmlText(course.name)}</name>`,
    course.description ? `<description>${xmlText(course.description)}</description>` : '',
    '<styleUrl>#route</styleUrl>\n<LineString><tessellate>1</tessellate><coordinates>\n',
  ];
  for (let i = 0; i < course.n; i++) {
    const { lat, lng } = place(course, i);
    const height = heightAt(course, i);
    text.push(`${lng},${lat}${height === null ? '' : `,${height.toFixed(1)}`}\n`);
  }
  text.push('</coordinates></LineString></Placemark>\n');
  for (const point of course.points)
    text.push(
      `<Placemark><name>${xmlText(point.text)}</name><description>${point.own ? 'Note' : 'Turn'}</description>` +
        `<Point><coordinates>${degrees(point.lng)},${degrees(point.lat)}</coordinates></Point></Placemark>\n`,
    );
  text.push('</Document>\n</kml>\n');
  return text.join('');
}
