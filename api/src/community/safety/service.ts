import { SERVICE_BASES } from '@waymark/api-contract';
import type { Service } from '../../kernel/server/route.ts';
import { appealHandler, decisionsHandler } from './appeal.ts';
import { appealsHandler, decideAppealHandler } from './decide-appeals.ts';
import { declareDecisionMails, mailRound } from './decision-mails.ts';
import { queueHandler, resolveHandler, unsuspendHandler } from './moderate.ts';
import { reportHandler } from './report-member.ts';
import { safetySubscriptions, unappealedRound } from './upkeep.ts';

export const safetyService: Service = {
  name: 'safety',
  base: SERVICE_BASES.main,
  routes: [
    reportHandler,
    queueHandler,
    resolveHandler,
    unsuspendHandler,
    decisionsHandler,
    appealHandler,
    appealsHandler,
    decideAppealHandler,
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
