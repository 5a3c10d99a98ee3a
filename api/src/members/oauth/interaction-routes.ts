import { oauthCalls, type OAuthInteraction, OAuthScope } from '@waymark/api-contract';
import { sitePath } from '@waymark/api-contract/site-path';
import type { FastifyRequest } from 'fastify';
import type { Interaction } from 'oidc-provider';
import { z } from 'zod';
import type { Context } from '../../kernel/server/context.ts';
import { ApiProblem } from '../../kernel/server/errors.ts';
import { route } from '../../kernel/server/route.ts';
import { originOf, recordSecurityEvent } from '../security/events.ts';
import { lockSession } from '../security/identity.ts';
import { endGrants } from './record-adapter.ts';
import { interactionCookie, providerOf } from './provider.ts';

const Params = z.object({ client_id: z.string(), redirect_uri: z.string(), scope: z.string().optional() });

const gone = () =>
  new ApiProblem(404, 'interaction_unknown', 'This request is over. Go back to the app and begin again.');

/**
 * A request that waits for the member. It belongs to the browser in which it began: a link to somebody else's request
 * cannot be allowed.
 * @throws ApiProblem 404
 */
async function findInteraction(
  context: Context,
  id: string,
  { headers }: FastifyRequest,
): Promise<Interaction> {
  const cookies = (headers.cookie ?? '').split(/; */);
  if (!cookies.includes(`${interactionCookie(id)}=${id}`)) throw gone();
  const interaction = await providerOf(context).Interaction.find(id);
  if (!interaction) throw gone();
  return interaction;
}

async function present(
  context: Context,
  interaction: Interaction,
  isSignedIn: boolean,
): Promise<OAuthInteraction> {
  const { client_id, redirect_uri, scope = '' } = Params.parse(interaction.params);
  const client = await providerOf(context).Client.find(client_id);
  if (!client) throw gone();
  const uri = new URL(redirect_uri);
  return {
    id: interaction.uid,
    prompt: isSignedIn ? 'consent' : 'login',
    client: { id: client_id, name: client.clientName ?? client_id, homepage: client.clientUri ?? null },
    scopes: scope.split(' ').flatMap((one) => OAuthScope.safeParse(one).data ?? []),
    redirect_host: uri.host || uri.protocol,
  };
}

const readHandler = route<typeof oauthCalls.interaction>({
  call: oauthCalls.interaction,
  access: 'anyone',
  lenient: true,
  async handler({ context, caller, params, request }) {
    return present(context, await findInteraction(context, params.id, request), caller !== null);
  },
});

/** The member's grant to a client, which grows by what is allowed later. Two at the same moment may make one each. */
async function grantScopes(
  context: Context,
  userId: number,
  clientId: string,
  scopes: string,
): Promise<string> {
  const provider = providerOf(context);
  const accountId = String(userId);
  const row = await context.db
    .selectFrom('oauth_records')
    .select('grant_id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'Grant')
    .where('client_id', '=', clientId)
    .where('expires_at', '>', context.now())
    .executeTakeFirst();
  const known = row?.grant_id ? await provider.Grant.find(row.grant_id) : undefined;
  const grant = known ?? new provider.Grant({ accountId, clientId });
  grant.addOIDCScope(scopes);
  return grant.save();
}

/**
 * What a session grants ends with a session that ended meanwhile, such as by a password reset. The library stores grants
 * on a connection of its own: no transaction is held open for it.
 * @throws ApiProblem 401
 */
async function grantWithSession(
  context: Context,
  request: FastifyRequest,
  grant: () => Promise<string>,
): Promise<string> {
  const checkSession = () => context.db.transaction().execute((trx) => lockSession(trx, request));
  await checkSession();
  const grantId = await grant();
  try {
    await checkSession();
  } catch (error) {
    await endGrants(context, (records) => records.where('grant_id', '=', grantId));
    throw error;
  }
  return grantId;
}

const decideHandler = route<typeof oauthCalls.decide>({
  call: oauthCalls.decide,
  access: 'member',
  limit: { max: 60, windowSeconds: 600 },
  async handler({ context, caller, params, query, request }) {
    const userId = caller!.userId;
    const interaction = await findInteraction(context, params.id, request);
    const { client, scopes } = await present(context, interaction, true);
    if (query.decision === 'deny') {
      interaction.result = { error: 'access_denied', error_description: 'The member did not allow it.' };
    } else {
      const grantId = await grantWithSession(context, request, () =>
        grantScopes(context, userId, client.id, scopes.join(' ')),
      );
      interaction.result = {
        login: { accountId: String(userId), remember: false },
        consent: { grantId },
      };
      const origin = await originOf(context, request);
      await recordSecurityEvent(context.db, context, {
        userId,
        kind: 'app_authorized',
        origin,
        subject: client.name,
      });
    }
    await interaction.save(Math.max(1, interaction.exp - Math.floor(Date.now() / 1000)));
    const { pathname, search } = new URL(interaction.returnTo);
    return { redirect_to: sitePath(pathname + search) ?? '/' };
  },
});

/** Requests of applications, as the page shows and decides them. */
export const interactionRoutes = [readHandler, decideHandler];
