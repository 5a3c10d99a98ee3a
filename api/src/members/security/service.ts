import { SERVICE_BASES } from '@waymark/api-contract';
import { daily } from '../../kernel/jobs/recurring.ts';
import type { Service } from '../../kernel/server/route.ts';
import {
  beginTotpHandler,
  disableTotpHandler,
  enableTotpHandler,
  renewRecoveryCodesHandler,
} from './authenticator-app.ts';
import {
  cancelEmailChangeHandler,
  confirmEmailChangeHandler,
  requestEmailChangeHandler,
  undoEmailChangeHandler,
} from './change-email.ts';
import { changePasswordHandler, credentialsHandler } from './change-password.ts';
import { confirmIdentityHandler } from './confirm-identity.ts';
import { signInCredentials } from './credential-kinds.ts';
import { declareSecurityMails } from './mails.ts';
import { eventsHandler, overviewHandler } from './overview.ts';
import {
  addPasskeyHandler,
  passkeyIdentityOptionsHandler,
  passkeyOptionsHandler,
  removePasskeyHandler,
  renamePasskeyHandler,
} from './passkeys.ts';
import { endOtherSessionsHandler, endSessionHandler, sessionsHandler } from './sessions.ts';
import { passkeySignInOptionsHandler, passkeySignInHandler, secondFactorHandler } from './sign-in.ts';

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
    secondFactorHandler,
    passkeySignInOptionsHandler,
    passkeySignInHandler,
    overviewHandler,
    eventsHandler,
    confirmIdentityHandler,
    passkeyIdentityOptionsHandler,
    changePasswordHandler,
    credentialsHandler,
    requestEmailChangeHandler,
    cancelEmailChangeHandler,
    confirmEmailChangeHandler,
    undoEmailChangeHandler,
    sessionsHandler,
    endSessionHandler,
    endOtherSessionsHandler,
    passkeyOptionsHandler,
    addPasskeyHandler,
    renamePasskeyHandler,
    removePasskeyHandler,
    beginTotpHandler,
    enableTotpHandler,
    disableTotpHandler,
    renewRecoveryCodesHandler,
  ],
  credentials: signInCredentials,
  jobs(context) {
    declareSecurityMails(context);
    retention.declare(context);
  },
  started: (context) => retention.next(context),
};
