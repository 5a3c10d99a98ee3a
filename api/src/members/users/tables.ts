import type { EmailKind, Privacy } from '@waymark/api-contract';
import type { ColumnType, Generated } from 'kysely';

type Json<T> = ColumnType<T, string, string>;

export interface UserTables {
  /** Members. Heights in metres, weights in kilograms. */
  users: {
    id: number;
    username: string;
    title: Generated<string>;
    first_name: string;
    last_name: string;
    display_name: string;
    gender: 'F' | 'M' | null;
    /** `yyyy-mm-dd` */
    birthdate: string | null;
    height: number | null;
    weight: number | null;
    locality: string | null;
    region: string | null;
    country: string | null;
    /** State of the US, where the law of one applies. */
    us_state: Generated<string | null>;
    time_zone: string;
    preferred_language: Generated<string>;
    display_measurement_system: 'metric' | 'imperial';
    /** 0 Sunday, 1 Monday, 6 Saturday. */
    first_day_of_week: Generated<0 | 1 | 6>;
    favorite_activities: Generated<number[]>;
    goal_statement: Generated<string>;
    introduction: Generated<string>;
    sharing: ColumnType<Record<string, boolean>, string | undefined, string>;
    communication: ColumnType<Record<string, boolean>, string | undefined, string>;
    /** Kinds of mail that the member does not want. */
    email_opt_outs: Generated<EmailKind[]>;
    workout_privacy: Generated<Privacy>;
    route_privacy: Generated<Privacy>;
    profile_privacy: Generated<Privacy>;
    /** Names the stored picture's files; null without one. */
    picture_version: number | null;
    /** Kept by the samples' own calls: true while sample workouts are there. */
    has_sample_data: Generated<boolean>;
    /** They have not consented to the use of their health data where that is asked for; kept by the consents. */
    hides_health_data: Generated<boolean>;
    /** Younger than the law of their country takes for an adult, until they are older and say so; kept by the consents. */
    is_protected: Generated<boolean>;
    /** They are protected, or were before they ended it. */
    was_protected: Generated<boolean>;
    gdpr_iso_code: string | null;
    created_at: Date;
    updated_at: Date;
  };
  /** Zones that a member made; the latest created before a workout's date counts for it. */
  heart_rate_zones: {
    user_id: number;
    id: number;
    zones: Json<{ name: string; start: number; end: number }[]>;
    created_at: Date;
  };
}

declare module '../../kernel/database/tables.ts' {
  interface Database extends UserTables {}
}
