import { z } from 'zod';
import { Done, Id, IdParams, type Call } from './common.ts';
import { oauthEndpoints } from './endpoints/account.ts';
import { OAUTH_SCOPES } from './oauth-scopes.ts';
import { findRedirectFault, REDIRECT_FAULTS } from './outside-address.ts';
import { OutsideLink, PublicName, SingleLine } from './text.ts';

export const OAuthScope = z.enum(OAUTH_SCOPES);
export type OAuthScope = z.infer<typeof OAuthScope>;

/** What `/oauth2/authorize` shows: a request of a client, until it is decided. */
export const OAuthInteraction = z.object({
  id: z.string(),
  /** `login`: nobody is signed in yet. `consent`: ask the member. */
  prompt: z.enum(['login', 'consent']),
  client: z.object({ id: z.string(), name: z.string(), homepage: z.string().nullable() }),
  scopes: z.array(OAuthScope),
  /** Host that the member is sent back to. */
  redirect_host: z.string(),
});
export type OAuthInteraction = z.infer<typeof OAuthInteraction>;

const InteractionParams = z.object({ id: z.string().min(10).max(100) });

const RedirectUri = z
  .string()
  .max(500)
  .superRefine((uri, context) => {
    const fault = findRedirectFault(uri);
    if (fault) context.addIssue(REDIRECT_FAULTS[fault]);
  })
  .meta({ format: 'uri' });

/** An application that a member registered. `id` is its client id. */
export const OAuthClient = z.object({
  id: z.string(),
  name: z.string(),
  homepage: z.string().nullable(),
  redirect_uris: z.array(z.string()),
  scopes: z.array(OAuthScope),
  /** Public clients (apps, scripts) have no secret and rest on PKCE alone. */
  is_confidential: z.boolean(),
  created_datetime: z.string(),
});
export type OAuthClient = z.infer<typeof OAuthClient>;

export const OAuthClientInput = z.object({
  name: PublicName.min(2, 'Name is required.').max(60),
  homepage: OutsideLink.max(300).nullable().optional(),
  redirect_uris: z.array(RedirectUri).min(1, 'Give at least one redirect address.').max(10),
  scopes: z.array(OAuthScope).min(1, 'Choose at least one scope.').max(20, 'Choose each scope once.'),
  is_confidential: z.boolean().default(false),
});
export type OAuthClientInput = z.input<typeof OAuthClientInput>;

/** A token for the member's own scripts. The token itself is shown once, when it is made. */
export const PersonalToken = z.object({
  id: Id,
  name: z.string(),
  scopes: z.array(OAuthScope),
  /** The first characters, to tell tokens apart. */
  prefix: z.string(),
  created_datetime: z.string(),
  expires_datetime: z.string(),
  last_used_datetime: z.string().nullable(),
});
export type PersonalToken = z.infer<typeof PersonalToken>;

export const PersonalTokenInput = z.object({
  name: SingleLine.min(1, 'Name is required.').max(60),
  scopes: z.array(OAuthScope).min(1, 'Choose at least one scope.').max(20, 'Choose each scope once.'),
  days: z.union([z.literal(30), z.literal(90), z.literal(365)]),
});

/** An application that may act for the member. */
export const AuthorizedApp = z.object({
  token_id: z.string(),
  client_id: z.string(),
  name: z.string(),
  scopes: z.array(OAuthScope),
  authorized_datetime: z.string(),
  last_used_datetime: z.string().nullable(),
});
export type AuthorizedApp = z.infer<typeof AuthorizedApp>;

const ClientParams = z.object({ id: z.string().min(8).max(64) });
const WithSecret = OAuthClient.extend({ client_secret: z.string().nullable() });

/** Applications of others and own scripts. The protocol itself is under `/oauth2/` (see its discovery document). */
export const oauthCalls = {
  interaction: {
    ...oauthEndpoints.interaction,
    summary: 'Which application asks for what',
    params: InteractionParams,
    response: OAuthInteraction,
  },
  decide: {
    ...oauthEndpoints.decide,
    summary: 'Allow or deny the request; go on at the address it answers',
    params: InteractionParams,
    querystring: z.object({ decision: z.enum(['allow', 'deny']) }),
    response: z.object({ redirect_to: z.string() }),
  },
  clients: {
    ...oauthEndpoints.clients,
    summary: 'Applications that the member registered',
    response: z.object({ clients: z.array(OAuthClient) }),
  },
  createClient: {
    ...oauthEndpoints.createClient,
    summary: 'Register an application; shows its secret once',
    body: OAuthClientInput,
    response: WithSecret,
    status: 201,
  },
  updateClient: {
    ...oauthEndpoints.updateClient,
    summary: 'Change an application',
    params: ClientParams,
    body: OAuthClientInput.omit({ is_confidential: true }),
    response: OAuthClient,
  },
  removeClient: {
    ...oauthEndpoints.removeClient,
    summary: 'Delete an application with all its tokens',
    params: ClientParams,
    status: 204,
  },
  tokens: {
    ...oauthEndpoints.tokens,
    summary: 'Personal access tokens',
    response: z.object({ tokens: z.array(PersonalToken) }),
  },
  createToken: {
    ...oauthEndpoints.createToken,
    summary: 'Make a personal access token (confirmed identity); shows it once',
    body: PersonalTokenInput,
    response: PersonalToken.extend({ token: z.string() }),
    status: 201,
  },
  revokeToken: {
    ...oauthEndpoints.revokeToken,
    summary: 'Revoke a personal access token',
    params: IdParams,
    status: 204,
  },
  authorizedApps: {
    ...oauthEndpoints.authorizedApps,
    summary: 'Applications that may act for the member',
    params: IdParams,
    response: z.object({ tokens: z.array(AuthorizedApp) }),
  },
  revokeApp: {
    ...oauthEndpoints.revokeApp,
    summary: 'Take an application its permission',
    querystring: z.object({ token_id: z.string().max(100), client_id: z.string().max(64) }),
    response: Done,
  },
} satisfies Record<keyof typeof oauthEndpoints, Call>;
