import { z } from 'zod';
import { Done, Id, IdParams, type Call } from './common.ts';
import { accountDeletionEndpoints } from './endpoints/account.ts';
import { IdentityProof } from './identity-proof.ts';

/** A deletion in its grace period. Until `erase_datetime` it can be cancelled, and nobody but the member sees anything. */
export const DeletionRequest = z.object({
  id: z.number().int(),
  requested_datetime: z.string(),
  erase_datetime: z.string(),
});
export type DeletionRequest = z.infer<typeof DeletionRequest>;

/** Premium that ends with the request, and opens again where the account is kept. */
export const PremiumLoss = z.object({
  product_name: z.string(),
  /** It would have been paid again; kept accounts renew nothing by themselves. */
  is_renewing: z.boolean(),
  /** What is paid or given ends then; null for good. */
  paid_until_datetime: z.string().nullable(),
});
export type PremiumLoss = z.infer<typeof PremiumLoss>;

/** What a member loses with the account, and what passes on to others. */
export const AccountLosses = z.object({
  premium: PremiumLoss.nullable(),
  /** Gift codes that nobody has used: the codes still open premium for whoever has them, but the member loses sight of them. */
  unused_gifts: z.number().int(),
  /** Receipts go with the account; the books keep the payments without a name. */
  receipts: z.number().int(),
  /** Groups that the member owns: who gets each, empty where the owner does not see the name; null where it ends. */
  groups: z.array(z.object({ id: Id, name: z.string(), heir_name: z.string().nullable() })),
  /** Challenges of the member that are not over: those that others joined go on without a maker. */
  challenges: z.array(z.object({ id: Id, title: z.string(), goes_on: z.boolean() })),
});
export type AccountLosses = z.infer<typeof AccountLosses>;

export const DeletionStatus = z.object({
  request: DeletionRequest.nullable(),
  /** Days between a request and the erasure. */
  grace_days: z.number().int(),
  losses: AccountLosses,
});
export type DeletionStatus = z.infer<typeof DeletionStatus>;

/** Premium of the account that is kept, as far as it is open again. */
export const KeptAccount = Done.extend({ premium: PremiumLoss.nullable() });
export type KeptAccount = z.infer<typeof KeptAccount>;

export const accountDeletionCalls = {
  status: {
    ...accountDeletionEndpoints.status,
    summary: 'Is the account being deleted',
    response: DeletionStatus,
  },
  request: {
    ...accountDeletionEndpoints.request,
    summary:
      'Delete the account after the grace period, with a proof of who is asking in the call itself; premium ends at once',
    body: z.object({
      confirm: z.literal('delete', 'Write delete to confirm.'),
      /** Left out by accounts without password, passkey and code, which have to have signed in within five minutes. */
      proof: IdentityProof.optional(),
    }),
    response: DeletionRequest.extend({ ended_premium: PremiumLoss.nullable() }),
    status: 201,
  },
  cancel: {
    ...accountDeletionEndpoints.cancel,
    summary: 'Keep the account',
    params: IdParams,
    response: KeptAccount,
  },
  cancelByMail: {
    ...accountDeletionEndpoints.cancelByMail,
    summary: 'Keep the account, with the link of the mail',
    params: z.object({ token: z.string().min(8).max(200) }),
    response: KeptAccount,
  },
} satisfies Record<keyof typeof accountDeletionEndpoints, Call>;
