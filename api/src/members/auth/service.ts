import { SERVICE_BASES } from '@waymark/api-contract';
import { hourly } from '../../kernel/jobs/recurring.ts';
import type { Service } from '../../kernel/server/route.ts';
import { purgeSharedLimits } from '../../kernel/server/shared-limits.ts';
import { clientEventsRetention, clientEventsRoute } from './client-events.ts';
import { confirmEmailRoute, resendRoute } from './confirm-email.ts';
import { findUserRoute, signupRoute } from './signup.ts';
import { geoipRoute } from '../geo/geoip.ts';
import { loginRoute } from './login.ts';
import { clearLegacyRoute, logoutRoute } from './logout.ts';
import { declareMails } from '../credentials/mails.ts';
import { requestResetRoute, resetInfoRoute, resetPasswordRoute } from './password-reset.ts';
import { refreshRoute } from './refresh.ts';
import { sessionRoute } from './session.ts';

const sharedLimitsRetention = hourly('rate_limits.purge', purgeSharedLimits);

export const authService: Service = {
  name: 'auth',
  base: SERVICE_BASES.auth,
  routes: [
    signupRoute,
    loginRoute,
    refreshRoute,
    sessionRoute,
    logoutRoute,
    clearLegacyRoute,
    geoipRoute,
    requestResetRoute,
    resetInfoRoute,
    resetPasswordRoute,
    confirmEmailRoute,
    resendRoute,
    findUserRoute,
    clientEventsRoute,
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
