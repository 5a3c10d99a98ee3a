import { SERVICE_BASES } from '@waymark/api-contract';
import { hourly } from '../../kernel/jobs/recurring.ts';
import type { Service } from '../../kernel/server/route.ts';
import { purgeSharedLimits } from '../../kernel/server/shared-limits.ts';
import { clientEventsRetention, clientEventsHandler } from './client-events.ts';
import { confirmEmailHandler, resendHandler } from './confirm-email.ts';
import { findUserHandler, signupHandler } from './signup.ts';
import { geoipHandler } from '../geo/geoip.ts';
import { loginHandler } from './login.ts';
import { clearLegacyHandler, logoutHandler } from './logout.ts';
import { declareMails } from '../credentials/mails.ts';
import { requestResetHandler, resetInfoHandler, resetPasswordHandler } from './password-reset.ts';
import { refreshHandler } from './refresh.ts';
import { sessionHandler } from './session.ts';

const sharedLimitsRetention = hourly('rate_limits.purge', purgeSharedLimits);

export const authService: Service = {
  name: 'auth',
  base: SERVICE_BASES.auth,
  routes: [
    signupHandler,
    loginHandler,
    refreshHandler,
    sessionHandler,
    logoutHandler,
    clearLegacyHandler,
    geoipHandler,
    requestResetHandler,
    resetInfoHandler,
    resetPasswordHandler,
    confirmEmailHandler,
    resendHandler,
    findUserHandler,
    clientEventsHandler,
  ],
  jobs(context) {
    declareMails(context);
    clientEventsRetention.declare(context);
    sharedLimitsRetention.declare(context);
  },
  async started(context) {
    await clientEventsRetention.next(context);
    await sharedLimitsRetention.next(context);
  },
};
