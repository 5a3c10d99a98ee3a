import {
  NAME_LENGTH,
  NOTES_LENGTH,
  toStorableName,
  toStorableText,
} from '../../../recordings/storable-text.ts';

/** What the export of another service says of one activity besides its file. Stored as JSON with an import. */
export type ArchiveMetadata = {
  name: string | null;
  notes: string | null;
  /** Visible to its owner alone. */
  privateNote: string | null;
  gear: string | null;
  activityTypeId: number | null;
  /** Set for an activity without a file. */
  figures: ArchiveFigures | null;
};

/** Metres, seconds, joules, beats a minute. */
export type ArchiveFigures = {
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
  /** IANA time zone of the start. */
  zone?: string | null;
  /** Minutes by which the local clock was ahead of UTC. */
  offset?: number | null;
};

/** The same for a member who has not consented to the use of their health data. */
export function metadataWithoutHealthData(metadata: ArchiveMetadata): ArchiveMetadata {
  const { figures } = metadata;
  if (!figures || (figures.heartrateAvg === null && figures.heartrateMax === null)) return metadata;
  return { ...metadata, figures: { ...figures, heartrateAvg: null, heartrateMax: null, energy: null } };
}

export const EMPTY_ARCHIVE_METADATA: ArchiveMetadata = {
  name: null,
  notes: null,
  privateNote: null,
  gear: null,
  activityTypeId: null,
  figures: null,
};

export const toName = (value: unknown): string | null =>
  typeof value === 'string' ? toStorableName(value, NAME_LENGTH).trim() || null : null;
export const toNotes = (value: unknown): string | null =>
  typeof value === 'string' ? toStorableText(value.trim(), NOTES_LENGTH).trim() || null : null;
