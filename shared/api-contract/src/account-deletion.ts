import { z } from 'zod';
import { Done, IdParams, type Call } from './common.ts';
import { accountDeletionEndpoints } from './endpoints/account.ts';

/** A deletion in its grace period. Until `erase_datetime` it can be cancelled, and nobody but the member sees anything. */
export const DeletionRequest = z.object({
  id: z.number().int(),
  requested_datetime: z.string(),
  erase_datetime: z.string(),
});
export type DeletionRequest = z.infer<typeof DeletionRequest>;

export const DeletionStatus = z.object({
  request: DeletionRequest.nullable(),
  /** Days between a request and the erasure. */
  grace_days: z.number().int(),
});
export type DeletionStatus = z.infer<typeof DeletionStatus>;

export const accountDeletionCalls = {
  status: {
    ...accountDeletionEndpoints.status,
    summary: 'Is the account being deleted',
    response: DeletionStatus,
  },
  request: {
    ...accountDeletionEndpoints.request,
    summary: 'Delete the account after the grace period; asks for a fresh confirmation of identity',
    body: z.object({ confirm: z.literal('delete', 'Write delete to confirm.') }),
    response: DeletionRequest,
    status: 201,
  },
  cancel: {
    ...accountDeletionEndpoints.cancel,
    summary: 'Keep the account',
    params: IdParams,
    response: Done,
  },
  cancelByMail: {
    ...accountDeletionEndpoints.cancelByMail,
    summary: 'Keep the account, with the link of the mail',
    params: z.object({ token: z.string().min(8).max(200) }),
    response: Done,
  },
} satisfies Record<keyof typeof accountDeletionEndpoints, Call>;
