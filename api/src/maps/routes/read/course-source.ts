import { activityIdForFileSport, type FileSport } from '@waymark/activities';
import { LIMITS } from '../../../recordings/limits.ts';
import { FileProblem } from '../../../recordings/file-problem.ts';

/** The id of an activity that says nothing. */
const GENERIC = 1;

/** A line in a file: longitude, latitude, ... and a height for each point, NaN where there is none. */
export class CourseLine {
  name = '';
  /** What the file says of its sport; null where it says nothing that is known. */
  activityTypeId: number | null = null;
  readonly line: number[] = [];
  readonly heights: number[] = [];

  /** A place off the globe is no place. */
  add(lat: number, lng: number): boolean {
    if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)) return false;
    if (this.heights.length >= LIMITS.points)
      throw new FileProblem('too_many_points', 'This file holds more points than a course can have.');
    this.line.push(lng, lat);
    this.heights.push(Number.NaN);
    return true;
  }

  set sport(sport: FileSport) {
    const id = activityIdForFileSport(sport);
    if (id !== GENERIC) this.activityTypeId = id;
  }

  /** The height of the last point. */
  set height(metres: number) {
    if (Number.isFinite(metres) && metres > -12_000 && metres < 9000)
      this.heights[this.heights.length - 1] = metres;
  }
}

/** A place with a text: a turn, or a note. */
export interface CourseMark {
  text: string;
  lat: number;
  lng: number;
  own: boolean;
}

/** What a file holds. */
export interface CourseSource {
  name: string;
  lines: CourseLine[];
  marks: CourseMark[];
  /** It ends, or makes no sense, before its last line. */
  whole: boolean;
}
