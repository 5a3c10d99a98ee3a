import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { ConnectedService } from '../../../kernel/server/connected-services.ts';
import {
  callService,
  type Connector,
  fileOf,
  parseNotice,
  readJson,
  type ServiceGrant,
  ServiceProblem,
  type ServiceTokens,
} from './connector.ts';

const Token = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive().optional(),
  x_user_id: z.union([z.number(), z.string()]),
});
const Exercises = z.array(z.object({ id: z.string().min(1).max(100) }));
const Notice = z.object({
  event: z.string(),
  user_id: z.union([z.number(), z.string()]).optional(),
  entity_id: z.string().min(1).max(100).optional(),
});

const NOT_THERE = [204, 404];
/** The member is registered for this client already. */
const REGISTERED = 409;

/**
 * Polar AccessLink v3 (https://www.polar.com/accesslink-api): tokens of a year without renewal, notices signed by
 * HMAC-SHA256 of the body, the exercise's FIT file for 30 days.
 */
export function polarConnector({
  client_id: clientId,
  client_secret: clientSecret,
  notice_secret: noticeSecret,
  origin,
}: ConnectedService): Connector {
  const hosts = {
    authorize: origin ?? 'https://flow.polar.com',
    token: origin ?? 'https://polarremote.com',
    api: origin ?? 'https://www.polaraccesslink.com',
  };
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  const api = (path: string) => new URL(`/v3${path}`, hosts.api);
  const bearer = ({ access }: ServiceTokens) => ({
    authorization: `Bearer ${access}`,
    accept: 'application/json',
  });

  return {
    type: 'polar',
    name: 'Polar Flow',
    description: 'Workouts of your Polar watch, as it recorded them, soon after it syncs.',
    notice: null,
    authorizationUrl({ state, redirectUri }) {
      const url = new URL('/oauth2/authorization', hosts.authorize);
      url.search = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: 'accesslink.read_all',
        state,
      }).toString();
      return url.href;
    },
    async exchange({ code, redirectUri, memberRef }): Promise<ServiceGrant> {
      const answer = await callService(new URL('/v2/oauth2/token', hosts.token), {
        method: 'POST',
        headers: { authorization: basic, accept: 'application/json' },
        body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }),
      });
      const token = Token.safeParse(await readJson(answer));
      if (!token.success) throw new ServiceProblem('failed', 'Polar answered no token');
      const { access_token: access, expires_in: seconds, x_user_id: user } = token.data;
      const tokens = {
        access,
        refresh: null,
        expiresInSeconds: seconds ?? null,
      };
      // Polar gives nothing away of a member before the client has registered them.
      const registered = await callService(api('/users'), {
        method: 'POST',
        headers: { ...bearer(tokens), 'content-type': 'application/json' },
        body: JSON.stringify({ 'member-id': memberRef }),
        also: [REGISTERED],
      });
      await registered.body?.cancel();
      return { accountRef: String(user), tokens };
    },
    refresh() {
      return Promise.reject(new ServiceProblem('refused', 'Polar’s token is over'));
    },
    async revoke({ accountRef, tokens }) {
      const answer = await callService(api(`/users/${encodeURIComponent(accountRef)}`), {
        method: 'DELETE',
        headers: bearer(tokens),
        also: [401, 403, 404],
      });
      await answer.body?.cancel();
    },
    readNotice(body, headers) {
      const notice = Notice.safeParse(parseNotice(body));
      if (!notice.success) throw new ServiceProblem('failed', 'Polar’s notice is not as documented');
      const { event, user_id: user, entity_id: entity } = notice.data;
      // It is sent before Polar tells the key of the signatures, and changes nothing.
      if (event === 'PING') return null;
      const signature = Buffer.from(String(headers['polar-webhook-signature'] ?? ''));
      const expected = Buffer.from(
        createHmac('sha256', noticeSecret ?? '')
          .update(body)
          .digest('hex'),
      );
      if (!noticeSecret || signature.length !== expected.length || !timingSafeEqual(signature, expected))
        throw new ServiceProblem('refused', 'Polar’s notice is not signed with our key');
      if (event !== 'EXERCISE' || user === undefined || entity === undefined) return null;
      return { accountRef: String(user), ref: entity };
    },
    async listRecent(tokens) {
      const answer = await callService(api('/exercises'), { headers: bearer(tokens), also: NOT_THERE });
      if (NOT_THERE.includes(answer.status)) return [];
      const list = Exercises.safeParse(await readJson(answer));
      if (!list.success) throw new ServiceProblem('failed', 'Polar’s list is not as documented');
      return list.data.map(({ id }) => id);
    },
    async fetchFile(tokens, ref) {
      const answer = await callService(api(`/exercises/${encodeURIComponent(ref)}/fit`), {
        headers: { ...bearer(tokens), accept: '*/*' },
        also: NOT_THERE,
        isFile: true,
      });
      if (NOT_THERE.includes(answer.status) || !answer.body) return null;
      return { filename: `polar-${ref}.fit`, file: fileOf(answer.body) };
    },
  };
}
