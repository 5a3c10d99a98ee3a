import { SERVICE_BASES } from '@waymark/api-contract';
import type { Service } from '../../kernel/server/route.ts';
import { appealRoute, decisionsRoute } from './appeal.ts';
import { appealsRoute, decideAppealRoute } from './decide-appeals.ts';
import { declareDecisionMails, mailRound } from './decision-mails.ts';
import { queueRoute, resolveRoute, unsuspendRoute } from './moderate.ts';
import { reportRoute } from './report-member.ts';
import { safetySubscriptions, unappealedRound } from './upkeep.ts';

export const safetyService: Service = {
  name: 'safety',
  base: SERVICE_BASES.main,
  routes: [
    reportRoute,
    queueRoute,
    resolveRoute,
    unsuspendRoute,
    decisionsRoute,
    appealRoute,
    appealsRoute,
    decideAppealRoute,
  ],
  subscriptions: safetySubscriptions,
  jobs(context) {
    declareDecisionMails(context);
    unappealedRound.declare(context);
  },
  async started(context) {
    await mailRound.next(context);
    await unappealedRound.next(context);
  },
};
