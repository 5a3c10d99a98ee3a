import { SERVICE_BASES } from '@waymark/api-contract';
import { daily } from '../../kernel/jobs/recurring.ts';
import type { Service } from '../../kernel/server/route.ts';
import {
  beginTotpRoute,
  disableTotpRoute,
  enableTotpRoute,
  renewRecoveryCodesRoute,
} from './authenticator-app.ts';
import {
  cancelEmailChangeRoute,
  confirmEmailChangeRoute,
  requestEmailChangeRoute,
  undoEmailChangeRoute,
} from './change-email.ts';
import { changePasswordRoute, credentialsRoute } from './change-password.ts';
import { confirmIdentityRoute } from './confirm-identity.ts';
import { signInCredentials } from './credential-kinds.ts';
import { declareSecurityMails } from './mails.ts';
import { eventsRoute, overviewRoute } from './overview.ts';
import {
  addPasskeyRoute,
  passkeyIdentityOptionsRoute,
  passkeyOptionsRoute,
  removePasskeyRoute,
  renamePasskeyRoute,
} from './passkeys.ts';
import { endOtherSessionsRoute, endSessionRoute, sessionsRoute } from './sessions.ts';
import { passkeySignInOptionsRoute, passkeySignInRoute, secondFactorRoute } from './sign-in.ts';

const KEEP_EVENTS_MS = 365 * 86_400_000;

const retention = daily('security-events-retention', async ({ db, now }) => {
  await db
    .deleteFrom('security_events')
    .where('at', '<', new Date(now().getTime() - KEEP_EVENTS_MS))
    .execute();
});

/** How members sign in and what happened to it. */
export const securityService: Service = {
  name: 'account security',
  base: SERVICE_BASES.auth,
  routes: [
    secondFactorRoute,
    passkeySignInOptionsRoute,
    passkeySignInRoute,
    overviewRoute,
    eventsRoute,
    confirmIdentityRoute,
    passkeyIdentityOptionsRoute,
    changePasswordRoute,
    credentialsRoute,
    requestEmailChangeRoute,
    cancelEmailChangeRoute,
    confirmEmailChangeRoute,
    undoEmailChangeRoute,
    sessionsRoute,
    endSessionRoute,
    endOtherSessionsRoute,
    passkeyOptionsRoute,
    addPasskeyRoute,
    renamePasskeyRoute,
    removePasskeyRoute,
    beginTotpRoute,
    enableTotpRoute,
    disableTotpRoute,
    renewRecoveryCodesRoute,
  ],
  credentials: signInCredentials,
  jobs(context) {
    declareSecurityMails(context);
    retention.declare(context);
  },
  started: (context) => retention.next(context),
};
