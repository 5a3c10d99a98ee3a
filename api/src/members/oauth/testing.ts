import type { ErrorBody, OAuthClient } from '@waymark/api-contract';
import * as oauth from 'openid-client';
import type { TestApi, TestMember } from '../../testing/api.ts';

export const REDIRECT = 'https://coach.example/callback';

type Client = OAuthClient & { client_secret: string | null } & Pick<ErrorBody, 'error' | 'diagnostics'>;

/** The member's browser: it keeps cookies and stops at each redirect. */
class Browser {
  readonly #cookies = new Map<string, string>();
  readonly #apiAddress: (address: string) => string;

  constructor(apiAddress: (address: string) => string) {
    this.#apiAddress = apiAddress;
  }

  async open(address: string | URL): Promise<Response> {
    const answer = await fetch(this.#apiAddress(String(address)), {
      redirect: 'manual',
      headers: { cookie: this.cookie },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      this.#cookies.set(name!, value!);
    }
    return answer;
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }
}

/** What a client, its member and the member's browser do to sign in. */
export function oauthFlow(api: TestApi) {
  const site = api.context.env.SITE_URL.replace(/\/$/, '');
  const apiAddress = (address: string) => address.replace(site, api.url);

  const call = <T>(method: string, path: string, token?: string, body?: unknown, cookie?: string) =>
    api.call<T & Pick<ErrorBody, 'error'>>(method, path, {
      ...(token && { token }),
      ...(body !== undefined && { body }),
      ...(cookie && { cookie }),
    });

  const register = (member: TestMember, over: object = {}) =>
    call<Client>('POST', '/internal/oauth2/clients', member.token, {
      name: 'Coach',
      redirect_uris: [REDIRECT],
      scopes: ['workout:read', 'workout:write'],
      ...over,
    });

  /** An ordinary OAuth client library, which believes that the API is at the site's address. */
  const discover = ({ id, client_secret }: Client) =>
    oauth.discovery(
      new URL(`${site}/oauth2`),
      id,
      { client_secret: client_secret ?? undefined },
      client_secret ? oauth.ClientSecretBasic(client_secret) : oauth.None(),
      {
        execute: [oauth.allowInsecureRequests],
        [oauth.customFetch]: (url, options) => fetch(apiAddress(url), options as RequestInit),
      },
    );

  const newBrowser = () => new Browser(apiAddress);
  const redirectOf = (answer: Response): URL => new URL(answer.headers.get('location')!, site);

  /** Begins a request in a browser. */
  async function begin(client: Client, over: Record<string, string> = {}) {
    const config = await discover(client);
    const verifier = oauth.randomPKCECodeVerifier();
    const state = oauth.randomState();
    const address = oauth.buildAuthorizationUrl(config, {
      redirect_uri: REDIRECT,
      scope: 'workout:read',
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...over,
    });
    const browser = newBrowser();
    const page = redirectOf(await browser.open(address));
    const id = page.searchParams.get('interaction') ?? '';
    return { config, browser, page, id, verifier, state };
  }

  type Begun = Awaited<ReturnType<typeof begin>>;

  const decide = ({ id, browser }: Begun, member: TestMember, decision: 'allow' | 'deny') =>
    call<{ redirect_to: string }>(
      'POST',
      `/internal/oauth2/authorize/${id}?decision=${decision}`,
      member.token,
      undefined,
      browser.cookie,
    );

  async function allow(begun: Begun, member: TestMember): Promise<URL> {
    const { body } = await decide(begun, member, 'allow');
    return redirectOf(await begun.browser.open(site + body.redirect_to));
  }

  const exchange = (begun: Begun, callback: URL) =>
    oauth.authorizationCodeGrant(begun.config, callback, {
      pkceCodeVerifier: begun.verifier,
      expectedState: begun.state,
    });

  const readWorkouts = (token: string) => call('GET', '/services/main/v7.1/workout/', token);

  return {
    site,
    call,
    register,
    discover,
    newBrowser,
    redirectOf,
    begin,
    decide,
    allow,
    exchange,
    readWorkouts,
  };
}
