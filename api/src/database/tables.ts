import type { AuthTables } from '../auth/tables.ts';
import type { EditTables } from '../edits/tables.ts';
import type { GearTables } from '../gear/tables.ts';
import type { IdempotencyTables } from '../idempotency/tables.ts';
import type { ImportTables } from '../imports/tables.ts';
import type { JobTables } from '../jobs/tables.ts';
import type { LinkKeyTables } from '../link-keys/tables.ts';
import type { MailTables } from '../mail/tables.ts';
import type { PhotoTables } from '../photos/tables.ts';
import type { PlatformTables } from '../platform/tables.ts';
import type { PrivacyZoneTables } from '../privacy-zones/tables.ts';
import type { RouteTables } from '../routes/tables.ts';
import type { StatsTables } from '../stats/tables.ts';
import type { UserTables } from '../users/tables.ts';
import type { WeatherTables } from '../weather/tables.ts';
import type { WorkoutTables } from '../workouts/tables.ts';
import type { ZoneTables } from '../zones/tables.ts';

/** Every table, each declared by the service that owns it. Migrations live beside the declarations. */
export interface Database
  extends
    AuthTables,
    UserTables,
    WorkoutTables,
    StatsTables,
    EditTables,
    GearTables,
    PhotoTables,
    WeatherTables,
    ZoneTables,
    IdempotencyTables,
    ImportTables,
    PlatformTables,
    PrivacyZoneTables,
    RouteTables,
    JobTables,
    LinkKeyTables,
    MailTables {}
