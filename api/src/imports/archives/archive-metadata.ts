import { NAME_LENGTH, NOTES_LENGTH, storable } from '../../recordings/storable-text.ts';

/** What another service's export says of one activity beside its file. */
export type Told = {
  name: string | null;
  notes: string | null;
  /** For the member's eyes only. */
  privateNote: string | null;
  gear: string | null;
  activityTypeId: number | null;
  /** Of an activity without a file: all there is of it. */
  figures: ToldFigures | null;
};

/** Metres, seconds, joules, beats a minute. */
export type ToldFigures = {
  /** ISO, in UTC. */
  start: string;
  elapsed: number;
  moving: number | null;
  distance: number | null;
  ascent: number | null;
  energy: number | null;
  heartrateAvg: number | null;
  heartrateMax: number | null;
  /** The file that the table names and the archive does not hold. */
  missingFile: string | null;
  /** Of the place where it began. */
  zone?: string | null;
  /** Minutes that the clock there was ahead of UTC. */
  offset?: number | null;
};

export const NOTHING_TOLD: Told = {
  name: null,
  notes: null,
  privateNote: null,
  gear: null,
  activityTypeId: null,
  figures: null,
};

const text = (value: unknown, length: number): string | null =>
  typeof value === 'string' ? storable(value.trim(), length).trim() || null : null;

export const nameOf = (value: unknown): string | null => text(value, NAME_LENGTH);
export const notesOf = (value: unknown): string | null => text(value, NOTES_LENGTH);
