import { xmlText, xmlTime } from '../../../recordings/xml/write-xml.ts';
import type { ExportedCourse } from './exported-course.ts';
import { degrees, heightAt, place } from './gpx.ts';
import { type Turn, turnOf } from '@waymark/routes';

/** A text of at most so many characters, none cut in half. */
const truncateText = (text: string, most: number): string =>
  Array.from(text.replaceAll(/\s+/g, ' ').trim()).slice(0, most).join('').trim();

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2 http://www.garmin.com/xmlschemas/TrainingCenterDatabasev2.xsd">
<Courses>
<Course>
`;
/** The format's own limits. */
const NAME = 15;
const POINT_NAME = 10;

/** The format knows three directions. */
function pointType(turn: Turn): string {
  if (turn === 'generic') return 'Generic';
  return turn.endsWith('left') ? 'Left' : turn.endsWith('right') ? 'Right' : 'Straight';
}

const position = (name: string, lat: string, lng: string) =>
  `<${name}><LatitudeDegrees>${lat}</LatitudeDegrees><LongitudeDegrees>${lng}</LongitudeDegrees></${name}>`;

export function tcxCourse(course: ExportedCourse): string {
  const { n, along, created, timeAt } = course;
  const length = along.at(-1)!;
  const [first, last] = [place(course, 0), place(course, n - 1)];
  const text = [
    HEAD,
    `<Name>${xmlText(truncateText(course.name, NAME))}</Name>\n`,
    `<Lap><TotalTimeSeconds>${(timeAt(length) - created) / 1000}</TotalTimeSeconds>`,
    `<DistanceMeters>${length.toFixed(2)}</DistanceMeters>`,
    `${position('BeginPosition', first.lat, first.lng)}${position('EndPosition', last.lat, last.lng)}`,
    '<Intensity>Active</Intensity></Lap>\n<Track>\n',
  ];
  for (let i = 0; i < n; i++) {
    const { lat, lng } = place(course, i);
    const height = heightAt(course, i);
    text.push(
      `<Trackpoint><Time>${xmlTime(timeAt(along[i]!))}</Time>${position('Position', lat, lng)}` +
        (height === null ? '' : `<AltitudeMeters>${height.toFixed(1)}</AltitudeMeters>`) +
        `<DistanceMeters>${along[i]!.toFixed(2)}</DistanceMeters></Trackpoint>\n`,
    );
  }
  text.push('</Track>\n');
  if (course.description) text.push(`<Notes>${xmlText(course.description)}</Notes>\n`);
  for (const point of course.points)
    text.push(
      `<CoursePoint><Name>${xmlText(truncateText(point.text, POINT_NAME))}</Name><Time>${xmlTime(timeAt(point.along))}</Time>` +
        position('Position', degrees(point.lat), degrees(point.lng)) +
        `<PointType>${pointType(turnOf(point))}</PointType><Notes>${xmlText(point.text)}</Notes></CoursePoint>\n`,
    );
  text.push('</Course>\n</Courses>\n</TrainingCenterDatabase>\n');
  return text.join('');
}
