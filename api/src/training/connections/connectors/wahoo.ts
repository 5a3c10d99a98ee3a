import { createHash, timingSafeEqual } from 'node:crypto';
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
  refresh_token: z.string().min(1).nullish(),
  expires_in: z.number().positive().nullish(),
});
const User = z.object({ id: z.number() });
const Workouts = z.object({ workouts: z.array(z.object({ id: z.number() })) });
const Summary = z.object({ file: z.object({ url: z.string().nullish() }).nullish() });
const Notice = z.object({
  event_type: z.string(),
  webhook_token: z.string(),
  user: z.object({ id: z.number() }),
  workout_summary: z
    .object({ workout_id: z.number().nullish(), workout: z.object({ id: z.number() }).nullish() })
    .nullish(),
});

const SCOPES = 'user_read workouts_read offline_data';
const RECENT_WORKOUTS = 60;
const NOT_THERE = [204, 404];
/** Hosts that files are at; `file_hosts` of the configuration names others. */
const FILE_HOST = /^(?:[a-z0-9-]+\.)+wahooligan\.com$/;
/** How an OAuth server says that a code or a refresh token is over. */
const OVER = z.object({ error: z.literal('invalid_grant') });
/** As documented; for answers that do not say it. */
const TOKEN_SECONDS = 7200;

const hashOf = (text: string) => createHash('sha256').update(text).digest();

/**
 * Wahoo Cloud API v1 (https://cloud-api.wahooligan.com): tokens of two hours, refresh tokens that count once, notices
 * with a token in the body, FIT files at an address of their own.
 */
export function wahooConnector({
  client_id: clientId,
  client_secret: clientSecret,
  notice_secret: noticeSecret,
  file_hosts: fileHosts = [],
  origin = 'https://api.wahooligan.com',
}: ConnectedService): Connector {
  const address = (path: string) => new URL(path, origin);
  const bearer = ({ access }: ServiceTokens) => ({
    authorization: `Bearer ${access}`,
    accept: 'application/json',
  });

  /**
   * @param known the refresh token that goes on when the answer names no other
   * @throws ServiceProblem `refused` only when the server says that the permission is over; an odd answer, or one about
   *   this installation's own credentials, says nothing of the member's
   */
  async function requestTokens(
    parameters: Record<string, string>,
    known: string | null = null,
  ): Promise<ServiceTokens> {
    const answer = await callService(address('/oauth/token'), {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...parameters }),
      also: [400, 401, 403],
    });
    const body = await readJson(answer);
    if (!answer.ok)
      throw new ServiceProblem(
        OVER.safeParse(body).success ? 'refused' : 'failed',
        `Wahoo’s token address answered ${answer.status}`,
      );
    const token = Token.safeParse(body);
    const renewal = (token.success && token.data.refresh_token) || known;
    if (!token.success || !renewal) throw new ServiceProblem('failed', 'Wahoo answered no token');
    const { access_token: access, expires_in: seconds } = token.data;
    return { access, refresh: renewal, expiresInSeconds: seconds ?? TOKEN_SECONDS };
  }

  /** Files need no token, so that a host that is not Wahoo's would learn nothing; it is not asked all the same. */
  function fileAddress(text: string): URL {
    const url = URL.canParse(text) ? new URL(text) : null;
    const isHost = url && (FILE_HOST.test(url.hostname) || fileHosts.includes(url.hostname));
    const isWahoo = isHost && url.protocol === 'https:' && url.port === '';
    if (!url || !(isWahoo || url.origin === new URL(origin).origin))
      throw new ServiceProblem('failed', 'Wahoo’s file is at a host that is not its own');
    return url;
  }

  async function callFileHost(url: URL): Promise<Response> {
    try {
      return await callService(url, { also: NOT_THERE, isFile: true });
    } catch (error) {
      // It is asked without a token: what it refuses says nothing of the member's permission.
      if (error instanceof ServiceProblem && error.kind === 'refused')
        throw new ServiceProblem('failed', error.message);
      throw error;
    }
  }

  return {
    type: 'wahoo',
    name: 'Wahoo',
    description: 'Workouts of your ELEMNT, RIVAL or the Wahoo app, soon after they are saved.',
    notice: null,
    authorizationUrl({ state, challenge, redirectUri }) {
      const url = address('/oauth/authorize');
      url.search = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: SCOPES,
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      }).toString();
      return url.href;
    },
    async exchange({ code, verifier, redirectUri }): Promise<ServiceGrant> {
      const tokens = await requestTokens({
        grant_type: 'authorization_code',
        code,
        code_verifier: verifier,
        redirect_uri: redirectUri,
      });
      const user = User.safeParse(
        await readJson(await callService(address('/v1/user'), { headers: bearer(tokens) })),
      );
      if (!user.success) throw new ServiceProblem('failed', 'Wahoo did not tell whose account it is');
      return { accountRef: String(user.data.id), tokens };
    },
    refresh: ({ refresh }) =>
      requestTokens({ grant_type: 'refresh_token', refresh_token: refresh ?? '' }, refresh),
    async revoke({ tokens }) {
      const answer = await callService(address('/v1/permissions'), {
        method: 'DELETE',
        headers: bearer(tokens),
        also: [404],
      });
      await answer.body?.cancel();
    },
    readNotice(body) {
      const notice = Notice.safeParse(parseNotice(body));
      if (!notice.success) throw new ServiceProblem('failed', 'Wahoo’s notice is not as documented');
      const { event_type: event, webhook_token: token, user, workout_summary: summary } = notice.data;
      if (!noticeSecret || !timingSafeEqual(hashOf(token), hashOf(noticeSecret)))
        throw new ServiceProblem('refused', 'Wahoo’s notice does not carry our token');
      const id = summary?.workout?.id ?? summary?.workout_id;
      if (event !== 'workout_summary' || id === undefined || id === null) return null;
      return { accountRef: String(user.id), ref: String(id) };
    },
    async listRecent(tokens) {
      const url = address('/v1/workouts');
      url.search = new URLSearchParams({ page: '1', per_page: String(RECENT_WORKOUTS) }).toString();
      const list = Workouts.safeParse(await readJson(await callService(url, { headers: bearer(tokens) })));
      if (!list.success) throw new ServiceProblem('failed', 'Wahoo’s list is not as documented');
      return list.data.workouts.map(({ id }) => String(id));
    },
    async fetchFile(tokens, ref) {
      const answer = await callService(address(`/v1/workouts/${encodeURIComponent(ref)}/workout_summary`), {
        headers: bearer(tokens),
        also: NOT_THERE,
      });
      if (NOT_THERE.includes(answer.status)) return null;
      const summary = Summary.safeParse(await readJson(answer));
      if (!summary.success) throw new ServiceProblem('failed', 'Wahoo’s summary is not as documented');
      const url = summary.data.file?.url;
      if (!url) return null;
      const file = await callFileHost(fileAddress(url));
      if (NOT_THERE.includes(file.status) || !file.body) return null;
      return { filename: `wahoo-${ref}.fit`, file: fileOf(file.body) };
    },
  };
}
