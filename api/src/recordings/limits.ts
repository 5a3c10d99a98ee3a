const MB = 1024 * 1024;

/**
 * Limits for one file. Each is far above what a device writes: 150 MB of TCX is some 100 hours at
 * one sample a second, 64 MB of FIT some 400.
 */
export const LIMITS = {
  xmlBytes: 150 * MB,
  fitBytes: 64 * MB,
  points: 2_000_000,
  depth: 64,
  /** XML without a tag, or without a point or lap, for this long is refused. */
  silentBytes: 2 * MB,
  uselessBytes: 8 * MB,
  text: 64 * 1024,
  workoutsPerFile: 500,
  /** Laps and lengths are answered with the workout, and held as JSON. */
  lapsPerWorkout: 5000,
  lengthsPerWorkout: 20_000,
  /** Segments and tracks whose ends are pauses: as many as timer events of a FIT file. */
  breaksPerWorkout: 50_000,
  /** A larger file is unpacked onto the disk and not into memory. */
  memoryBytes: 8 * MB,
  zipEntryBytes: 256 * MB,
  /** Files of an archive are unpacked one by one, so this limits work and not space. */
  zipTotalBytes: 128 * 1024 * MB,
  zipInnerBytes: 8 * 1024 * MB,
  zipEntries: 50_000,
  /** Names, extra fields and comments of all entries, which are in memory together. */
  zipDirectoryBytes: 64 * MB,
  /** Import rows that one archive may add, including those of nested archives. */
  archiveRows: 50_000,
  /** Archives within an archive that are opened; together they may hold `zipInnerBytes`. */
  zipInner: 100,
  /** Sentences about parts of an archive that could not be read; further ones are counted only. */
  archiveWarnings: 20,
  /** Tables of names in other services' archives, and one line of them. */
  tableBytes: 64 * MB,
  tableLine: 8 * MB,
  /** A zip entry may not unfold by more than this once it is above `zipRatioFrom`. */
  zipRatio: 200,
  zipRatioFrom: 10 * MB,
  /** int32 milliseconds end at 24.8 days. */
  spanMs: 24 * 24 * 3600 * 1000,
} as const;
