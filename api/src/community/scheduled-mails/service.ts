import { SERVICE_BASES } from '@waymark/api-contract';
import { daily } from '../../kernel/jobs/recurring.ts';
import type { Service } from '../../kernel/server/route.ts';
import { challengeMail } from './challenge-mail.ts';
import { declareNews, queueNews } from './news.ts';
import { planWeek } from './plan-week.ts';
import { purgeSentMails, scheduleMails } from './scheduled-mail.ts';
import { weekSummary } from './week-summary.ts';

export const scheduledMails = scheduleMails([weekSummary, challengeMail, planWeek]);
const purge = daily('scheduled-mails.purge', purgeSentMails);

/** Mails that come by the member's clock (summaries, challenges and reminders), and the operator's news. */
export const scheduledMailsService: Service = {
  name: 'scheduled mails',
  base: SERVICE_BASES.internal,
  routes: [],
  jobs(context) {
    scheduledMails.declare(context);
    declareNews(context);
    purge.declare(context);
  },
  async started(context) {
    await scheduledMails.next(context);
    await purge.next(context);
  },
  sweep: queueNews,
};
