import { z } from 'zod';
import type { Trx } from '../../kernel/database/tables.ts';
import type { Context } from '../../kernel/server/context.ts';
import { secretBox } from '../../kernel/server/secrets.ts';
import { ServiceProblem, type ServiceTokens } from './connectors/connector.ts';

const Sealed = z.object({ access: z.string(), refresh: z.string().nullable() });
const box = (context: Pick<Context, 'derive'>) => secretBox(context, 'tokens of connected services');

/** Columns of a connection: tokens are stored encrypted. */
export const sealTokens = (
  context: Pick<Context, 'derive' | 'now'>,
  { access, refresh, expiresInSeconds }: ServiceTokens,
) => ({
  tokens: box(context).seal(JSON.stringify({ access, refresh })),
  tokens_expire_at:
    expiresInSeconds === null ? null : new Date(context.now().getTime() + expiresInSeconds * 1000),
});

/** @throws ServiceProblem `refused` for tokens that another key sealed: nobody can use them any more */
export function openTokens(context: Pick<Context, 'derive'>, sealed: Uint8Array): ServiceTokens {
  try {
    return { ...Sealed.parse(JSON.parse(box(context).open(sealed))), expiresInSeconds: null };
  } catch {
    throw new ServiceProblem('refused', 'the tokens were sealed with another key');
  }
}

interface EndedRow {
  type: string;
  account_ref: string | null;
  tokens: Buffer | null;
}

/** Has the service end permissions as well, in the background; nothing to do for an upload address. */
export async function endAtService(trx: Trx, rows: readonly EndedRow[]): Promise<void> {
  const values = rows.flatMap(({ type, account_ref: accountRef, tokens }) =>
    accountRef === null || tokens === null ? [] : [{ type, account_ref: accountRef, tokens }],
  );
  if (values.length > 0) await trx.insertInto('ended_connections').values(values).execute();
}
