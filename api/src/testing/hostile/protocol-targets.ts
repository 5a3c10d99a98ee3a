import { SERVICE_BASES } from '@waymark/api-contract';
import type { TestApi } from '../api.ts';
import type { FuzzTarget } from './fuzz-calls.ts';
import type { JsonSchema, OpenApiOperation } from './json-schema.ts';
import type { CaseRequest } from './operation-case.ts';
import type { Owner } from './world.ts';

const REDIRECT_URI = 'https://coach.example/callback';
const TEXT: JsonSchema = { type: 'string' };
const FORM = 'application/x-www-form-urlencoded';
const OAUTH_CALLS: [method: string, path: string, fields: readonly string[]][] = [
  ['GET', '/oauth2/auth', ['client_id', 'redirect_uri', 'response_type', 'scope', 'state', 'code_challenge', 'code_challenge_method', 'prompt', 'max_age', 'claims', 'request', 'resource', 'response_mode']],
  ['GET', '/oauth2/auth/:uid', []],
  ['POST', '/oauth2/auth', ['client_id', 'redirect_uri', 'scope']],
  ['POST', '/oauth2/token', ['client_id', 'client_secret', 'grant_type', 'code', 'code_verifier', 'redirect_uri', 'refresh_token', 'scope']],
  ['POST', '/oauth2/token/revocation', ['client_id', 'token', 'token_type_hint']],
  ['POST', '/oauth2/token/introspection', ['client_id', 'token', 'token_type_hint']],
  ['GET', '/oauth2/jwks', []],
  ['GET', '/oauth2/.well-known/openid-configuration', []],
]; // prettier-ignore
const UPLOAD_METHODS = ['PUT', 'POST', 'OPTIONS', 'PROPFIND', 'MKCOL'];
const UPLOAD_PATHS = ['/services/upload/:secret', '/services/upload/:secret/:name'];

/** Calls of protocols that libraries and scripts speak: they are mounted beside the services and in no document. */
export async function protocolTargets(api: TestApi, owners: readonly Owner[]): Promise<FuzzTarget[]> {
  const [{ member }] = owners as readonly [Owner, ...Owner[]];
  const send = <T>(where: string, body: object) => api.call<T>('POST', where, { token: member.token, body });
  const { body: client } = await send<{ id: string }>('/internal/oauth2/clients', {
    name: 'Fuzz',
    redirect_uris: [REDIRECT_URI],
    scopes: ['workout:read'],
  });
  const {
    body: { connection },
  } = await send<{ connection: { upload_url: string } }>(`${SERVICE_BASES.main}/remoteconnection/`, {
    type: 'upload',
  });
  const valid: Record<string, string> = {
    client_id: client.id,
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    scope: 'workout:read',
    state: 'abcdefgh',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
    grant_type: 'authorization_code',
    token: 'x'.repeat(43),
  };
  const params = { uid: 'x'.repeat(21), secret: new URL(connection.upload_url).pathname.split('/').at(-2)! };
  const target = (method: string, pattern: string, operation: OpenApiOperation, request: CaseRequest) => ({
    key: `${method} ${pattern}`,
    method,
    pattern,
    operation,
    requests: [request],
    multipart: false,
  });
  const oauth = OAUTH_CALLS.map(([method, path, fields]) => {
    const values = Object.fromEntries(fields.flatMap((name) => (valid[name] ? [[name, valid[name]]] : [])));
    const properties = Object.fromEntries(fields.map((name) => [name, TEXT]));
    return method === 'POST'
      ? target(
          method,
          path,
          { requestBody: { content: { [FORM]: { schema: { properties } } } } },
          { body: values },
        )
      : target(
          method,
          path,
          {
            parameters: fields.map((name) => ({ name, in: 'query', required: false, schema: TEXT })),
          },
          { params, query: values },
        );
  });
  const uploads = UPLOAD_PATHS.flatMap((path) =>
    UPLOAD_METHODS.map((method) => target(method, path, {}, { params: { ...params, name: 'run.gpx' } })),
  );
  return [...oauth, ...uploads];
}
