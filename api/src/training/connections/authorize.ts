import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Context } from '../../kernel/server/context.ts';
import { ApiProblem } from '../../kernel/server/errors.ts';
import { secretBox } from '../../kernel/server/secrets.ts';
import { findConnector } from './connectors/connectors.ts';
import { type Connector, type ServiceGrant, ServiceProblem } from './connectors/connector.ts';

const State = z.object({ type: z.string(), userId: z.number(), verifier: z.string(), until: z.number() });

const STATE_MS = 30 * 60_000;
const PAGE = '/account/connected_apps';

const box = (context: Pick<Context, 'derive'>) => secretBox(context, 'connections that begin');
const redirectUri = ({ env }: Pick<Context, 'env'>) => `${env.SITE_URL.replace(/\/$/, '')}${PAGE}`;

/** Where the browser goes so that the member lets us in. What comes back counts for this member only. */
export function authorizationUrl(context: Context, connector: Connector, userId: number): string {
  const verifier = randomBytes(32).toString('base64url');
  const state = { type: connector.type, userId, verifier, until: context.now().getTime() + STATE_MS };
  return connector.authorizationUrl({
    state: box(context).seal(JSON.stringify(state)).toString('base64url'),
    challenge: createHash('sha256').update(verifier).digest('base64url'),
    redirectUri: redirectUri(context),
  });
}

const over = () =>
  new ApiProblem(
    400,
    'connection_state_invalid',
    'This took too long, or began in another account. Connect once more.',
  );

function openState(context: Context, sealed: string): z.infer<typeof State> {
  try {
    return State.parse(JSON.parse(box(context).open(Buffer.from(sealed, 'base64url'))));
  } catch {
    throw over();
  }
}

/**
 * Exchanges what the service sent the browser back with.
 * @throws ApiProblem for a state that is not this member's or is over, when the member said no there, or when the
 * service does not go along
 */
export async function finishAuthorization(
  context: Context,
  userId: number,
  { state: sealed, code, error }: { state: string; code?: string | undefined; error?: string | undefined },
): Promise<{ connector: Connector; grant: ServiceGrant }> {
  const { type, userId: begunBy, verifier, until } = openState(context, sealed);
  const connector = findConnector(context, type);
  if (begunBy !== userId || until < context.now().getTime() || !connector) throw over();
  const { name } = connector;
  if (error === 'access_denied')
    throw new ApiProblem(400, 'connection_denied', `${name} was not connected: you did not allow it there.`, {
      parameters: { service: name },
    });
  try {
    if (error !== undefined || code === undefined) throw new ServiceProblem('failed', `error ${error}`);
    const grant = await connector.exchange({
      code,
      verifier,
      redirectUri: redirectUri(context),
      memberRef: `waymark-${userId}`,
    });
    return { connector, grant };
  } catch (problem) {
    if (!(problem instanceof ServiceProblem)) throw problem;
    context.log.info({ err: problem, service: type }, 'a connection was not made');
    throw new ApiProblem(
      problem.kind === 'later' ? 502 : 400,
      'connection_failed',
      `${name} could not be connected. Nothing was changed; try again.`,
      { parameters: { service: name } },
    );
  }
}
