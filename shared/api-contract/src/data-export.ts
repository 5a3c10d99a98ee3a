import { z } from 'zod';
import { Id, IdParams, type Call } from './common.ts';
import { dataExportEndpoints } from './endpoints/account.ts';

/** queued, running (`progress` rises), ready until `expires_datetime`, failed, or expired: its file is deleted. */
export const DataExport = z.object({
  id: Id,
  status: z.enum(['queued', 'running', 'ready', 'failed', 'expired']),
  /** Things written so far, of all. */
  progress: z.object({ done: z.number().int(), total: z.number().int() }),
  bytes: z.number().int().nullable(),
  requested_datetime: z.string(),
  ready_datetime: z.string().nullable(),
  expires_datetime: z.string().nullable(),
  /** Where the archive is; the address is signed and needs no token, so that a download manager can continue it. */
  href: z.string().nullable(),
});
export type DataExport = z.infer<typeof DataExport>;

/** What came of an archive that was sent back in. */
export const DataRestore = z.object({
  id: Id,
  status: z.enum(['queued', 'running', 'done', 'failed']),
  progress: z.object({ done: z.number().int(), total: z.number().int() }),
  /** Things restored by kind. */
  counts: z.record(z.string(), z.number().int()),
  /** A sentence for what failed. */
  problem: z.string().nullable(),
});
export type DataRestore = z.infer<typeof DataRestore>;

export const dataExportCalls = {
  list: {
    ...dataExportEndpoints.list,
    summary: 'The archives of the own data, latest first',
    response: z.object({ exports: z.array(DataExport) }),
  },
  create: {
    ...dataExportEndpoints.create,
    summary: 'Make an archive of everything; one at a time, asks for a fresh confirmation of identity',
    response: DataExport,
    status: 202,
  },
  remove: {
    ...dataExportEndpoints.remove,
    summary: 'Delete an archive',
    params: IdParams,
    status: 204,
  },
  download: {
    ...dataExportEndpoints.download,
    summary: 'The archive (ranges can be asked for)',
    params: IdParams,
    querystring: z.object({ until: z.string().max(20), signature: z.string().max(100) }),
  },
  restore: {
    ...dataExportEndpoints.restore,
    summary: 'Bring an archive into an account without workouts (multipart field "archive")',
    multipart: true,
    response: DataRestore,
    status: 202,
  },
  restoreStatus: {
    ...dataExportEndpoints.restoreStatus,
    summary: 'What became of the latest archive sent in',
    response: z.object({ restore: DataRestore.nullable() }),
  },
} satisfies Record<keyof typeof dataExportEndpoints, Call>;
