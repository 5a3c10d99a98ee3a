import type { Migration } from 'kysely/migration';
import { migrations as auth } from './members/auth/migrations.ts';
import { migrations as challenges } from './programs/challenges/migrations.ts';
import { migrations as billing } from './commerce/billing/migrations.ts';
import { migrations as chatApps } from './members/chat-apps/tables.ts';
import { migrations as connections } from './training/connections/migrations.ts';
import { migrations as consents } from './members/consents/migrations.ts';
import { migrations as dataExport } from './account/data-export/migrations.ts';
import { migrations as personalTokens } from './members/personal-tokens/tables.ts';
import { migrations as deletion } from './members/deletion/tables.ts';
import { migrations as edits } from './training/workouts/edits/migrations.ts';
import { migrations as friends } from './members/friends/migrations.ts';
import { migrations as gear } from './training/workouts/gear/migrations.ts';
import { migrations as goals } from './training/goals/migrations.ts';
import { migrations as idempotency } from './kernel/idempotency/tables.ts';
import { migrations as imports } from './training/imports/migrations.ts';
import { migrations as jobs } from './kernel/jobs/tables.ts';
import { migrations as linkKeys } from './members/share-links/tables.ts';
import { migrations as loyalty } from './programs/loyalty/migrations.ts';
import { migrations as mail } from './kernel/mail/tables.ts';
import { migrations as notifications } from './community/notifications/migrations.ts';
import { migrations as oauth } from './members/oauth/migrations.ts';
import { migrations as photos } from './training/workouts/photos/migrations.ts';
import { migrations as privacyZones } from './training/privacy/migrations.ts';
import { migrations as healthData } from './account/health-data/tables.ts';
import { migrations as routes } from './maps/routes/migrations.ts';
import { migrations as scheduledMails } from './community/scheduled-mails/migrations.ts';
import { migrations as security } from './members/security/migrations.ts';
import { migrations as stories } from './community/stories/migrations.ts';
import { migrations as safety } from './community/safety/migrations.ts';
import { migrations as stats } from './training/stats/migrations.ts';
import { migrations as trainingPlans } from './programs/training-plans/migrations.ts';
import { migrations as users } from './members/users/migrations.ts';
import { migrations as weather } from './training/workouts/weather/migrations.ts';
import { migrations as workouts } from './training/workout-store/migrations.ts';
import { migrations as zones } from './training/workouts/training-zones/tables.ts';

/** Every migration by name; they run in the order of their names: 00xx platform, 01xx members, 02xx workouts, 03xx imports. */
export const migrations: Record<string, Migration> = merge([
  jobs,
  mail,
  idempotency,
  auth,
  users,
  consents,
  healthData,
  security,
  deletion,
  dataExport,
  personalTokens,
  oauth,
  connections,
  chatApps,
  workouts,
  stats,
  imports,
  gear,
  photos,
  weather,
  zones,
  privacyZones,
  routes,
  edits,
  linkKeys,
  friends,
  stories,
  notifications,
  safety,
  goals,
  challenges,
  loyalty,
  billing,
  trainingPlans,
  scheduledMails,
]);

function merge(parts: Record<string, Migration>[]): Record<string, Migration> {
  const all: Record<string, Migration> = {};
  for (const [name, migration] of parts.flatMap((part) => Object.entries(part))) {
    if (all[name]) throw new Error(`Two migrations are named ${name}.`);
    all[name] = migration;
  }
  return all;
}
