import { SERVICE_BASES } from '@waymark/api-contract';
import { daily, hourly } from '../../kernel/jobs/recurring.ts';
import type { Service } from '../../kernel/server/route.ts';
import { applyChangedMatrix } from './health-data.ts';
import { matrixOf } from './matrix.ts';
import { protectYoungMembers } from './protect-young-members.ts';
import { purgeVisitorAnswers, storeWordings } from './records.ts';
import {
  historyHandler,
  matrixHandler,
  serviceMatrixHandler,
  serviceStatusHandler,
  statusHandler,
  updateHandler,
} from './routes.ts';

const retention = daily('visitor_consents.purge', purgeVisitorAnswers);
const protection = hourly('young_members.protect', protectYoungMembers);

/** What members and visitors allow, by region and version of the matrix. */
export const consentsService: Service = {
  name: 'consents',
  base: SERVICE_BASES.auth,
  routes: [matrixHandler, statusHandler, updateHandler, historyHandler],
  checkConfiguration: (env) => void matrixOf(env),
  jobs(context) {
    retention.declare(context);
    protection.declare(context);
  },
  async started(context) {
    await retention.next(context);
    await protection.next(context);
    await storeWordings(context.db, matrixOf(context.env).regions[0]!.consents);
    await applyChangedMatrix(context);
    await protectYoungMembers(context);
  },
};

/** The same reads where the specification's consent service has them. */
export const consentReadsService: Service = {
  name: 'consent reads',
  base: SERVICE_BASES.consent,
  routes: [serviceStatusHandler, serviceMatrixHandler],
};
