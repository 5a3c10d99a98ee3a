/** What an application or a token may do: read or write in one area. Account, consents and billing are in none. */
export const OAUTH_SCOPES = [
  'profile:read',
  'profile:write',
  'workout:read',
  'workout:write',
  'route:read',
  'route:write',
] as const;
