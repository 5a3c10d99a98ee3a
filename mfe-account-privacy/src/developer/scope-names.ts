import type { OAuthScope } from '@waymark/api-contract';
import { useLingui } from '@lingui/react/macro';

/** What a scope lets an app do, in the words of a member. */
export function useScopeNames(): (scope: OAuthScope) => string {
  const { t } = useLingui();
  const names: Record<OAuthScope, string> = {
    'profile:read': t`See your profile`,
    'profile:write': t`Change your profile`,
    'workout:read': t`See your workouts`,
    'workout:write': t`Add and change workouts`,
    'route:read': t`See your routes`,
    'route:write': t`Add and change routes`,
  };
  return (scope) => names[scope];
}
