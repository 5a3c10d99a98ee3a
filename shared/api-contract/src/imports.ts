import { z } from 'zod';
import { Id, IdParams, IdText, Links, type Call } from './common.ts';
import { WorkoutSummary } from './workouts.ts';
import { importEndpoints } from './endpoints/workouts.ts';

/**
 * State of one uploaded file.
 * queued -> reading -> ready (workouts made, or a planned route saved) | duplicate (waits for the member's choice) | failed (sentence in `problem`) | skipped (the member chose not to import a duplicate).
 */
export const ImportState = z.enum(['queued', 'reading', 'ready', 'duplicate', 'failed', 'skipped']);
export type ImportState = z.infer<typeof ImportState>;

export const FileImport = z.object({
  id: Id,
  batch_id: Id,
  file_name: z.string(),
  /** The zip the file came in, if it did. */
  archive_name: z.string().nullable(),
  size: z.number().int(),
  state: ImportState,
  /** 0 to 1 while it is read. */
  progress: z.number(),
  problem: z.object({ code: z.string(), message: z.string() }).nullable(),
  warnings: z.array(z.string()),
  /** What the file became. */
  workouts: z.array(WorkoutSummary),
  /** The route that a planned route was saved as; null where it was not, or where that route is deleted. */
  route: z.object({ id: Id, name: z.string() }).nullable(),
  /** For a duplicate: what the file holds, and the workouts there already. */
  duplicate_of: z.array(WorkoutSummary),
  preview: z
    .object({
      name: z.string(),
      activity_type_id: Id,
      activity_group: z.string(),
      start_datetime: z.string(),
      distance: z.number().nullable(),
      duration: z.number(),
    })
    .nullable(),
  created_datetime: z.string(),
  _links: Links,
});
export type FileImport = z.infer<typeof FileImport>;

const Counts = z.object({
  queued: z.number().int(),
  reading: z.number().int(),
  ready: z.number().int(),
  duplicate: z.number().int(),
  failed: z.number().int(),
  skipped: z.number().int(),
});

/** One upload as a whole: its archive's name when it was one, and how many of its files are in which state. */
export const ImportBatch = z.object({
  batch_id: Id,
  name: z.string(),
  /** An archive that is still being unpacked: its files are not counted yet. */
  unpacking: z.boolean(),
  total: z.number().int(),
  counts: Counts,
  created_datetime: z.string(),
  finished_datetime: z.string().nullable(),
});
export type ImportBatch = z.infer<typeof ImportBatch>;

/** `left_out` names the entries of a zip that were passed over, with the reason. */
export const FileImportList = z.object({
  _embedded: z.object({ file_imports: z.array(FileImport) }),
  total_count: z.number().int(),
  pending: z.number().int(),
  /** Files in each state, of the batch that was asked for or of all. */
  counts: Counts,
  /** The latest 20 uploads. */
  batches: z.array(ImportBatch),
});
export type FileImportList = z.infer<typeof FileImportList>;

export const ImportListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(100),
  offset: z.coerce.number().int().min(0).default(0),
  state: ImportState.optional(),
  batch_id: IdText.optional(),
  /** A part of the file's or the workout's name. */
  search: z.string().trim().max(100).optional(),
});
export const DuplicateChoice = z.object({ choice: z.enum(['keep_both', 'replace', 'skip']) });

export const importCalls = {
  upload: {
    ...importEndpoints.upload,
    summary: 'Upload FIT, GPX, TCX files or zips of them (multipart, any number of fields "file")',
    multipart: true,
    response: FileImportList,
    status: 202,
  },
  list: {
    ...importEndpoints.list,
    summary: 'Uploads and how far they are, newest first',
    querystring: ImportListQuery,
    response: FileImportList,
  },
  one: {
    ...importEndpoints.one,
    summary: 'One upload',
    params: IdParams,
    response: FileImport,
  },
  resolve: {
    ...importEndpoints.resolve,
    summary: 'Choose what happens with a duplicate',
    params: IdParams,
    body: DuplicateChoice,
    response: FileImport,
  },
  retry: {
    ...importEndpoints.retry,
    summary: 'Read a failed file again',
    params: IdParams,
    response: FileImport,
  },
  saveRoute: {
    ...importEndpoints.saveRoute,
    summary:
      'Save a planned route (a failed file with the problem planned_route) as a route; repeating it changes nothing',
    params: IdParams,
    response: FileImport,
  },
  resolveAll: {
    ...importEndpoints.resolveAll,
    summary: 'Choose what happens with every duplicate (of one batch)',
    body: DuplicateChoice.extend({ batch_id: Id.optional() }),
    response: z.object({ changed: z.number().int() }),
  },
  retryAll: {
    ...importEndpoints.retryAll,
    summary: 'Read every failed file again (of one batch)',
    body: z.object({ batch_id: Id.optional() }),
    response: z.object({ changed: z.number().int() }),
  },
  dismissAll: {
    ...importEndpoints.dismissAll,
    summary: 'Take every finished upload off the list (of one batch)',
    querystring: z.object({ batch_id: IdText.optional() }),
    status: 204,
  },
  report: {
    ...importEndpoints.report,
    summary: 'The list as a table (text/csv), filtered like the list',
    querystring: ImportListQuery.omit({ limit: true, offset: true }),
  },
  dismiss: {
    ...importEndpoints.dismiss,
    summary: 'Take a finished upload off the list',
    params: IdParams,
    status: 204,
  },
} satisfies Record<keyof typeof importEndpoints, Call>;
