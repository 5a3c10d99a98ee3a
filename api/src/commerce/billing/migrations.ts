import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const migrations: Record<string, Migration> = {
  '1501_billing': {
    async up(db: Kysely<unknown>) {
      for (const statement of BILLING) await sql.raw(statement).execute(db);
    },
  },
  '1502_local_payment_provider': {
    async up(db: Kysely<unknown>) {
      for (const statement of LOCAL_PROVIDER) await sql.raw(statement).execute(db);
    },
  },
  '1503_gifts': {
    async up(db: Kysely<unknown>) {
      await sql`create table gifts (
        user_id bigint not null,
        id bigint not null,
        coupon_id text not null unique,
        product_id text not null,
        product_name text not null,
        given_by bigint not null,
        created_at timestamptz not null,
        primary key (user_id, id)
      )`.execute(db);
      await sql`create index operator_actions_at on operator_actions (at)`.execute(db);
    },
  },
  '1504_bought_gifts': {
    async up(db: Kysely<unknown>) {
      await sql`alter table gifts add order_id bigint, add mailed_to text, add mails integer not null default 0`.execute(
        db,
      );
    },
  },
  '1505_paid_until': {
    async up(db: Kysely<unknown>) {
      await sql`alter table billing_accounts add paid_until timestamptz`.execute(db);
      // Premium without an end is told by `premium_until` alone.
      await sql`
        update billing_accounts account set paid_until = least(account.premium_until, (
          select max(to_timestamp((entry ->> 'ends')::double precision / 1000))
          from billing_ledger ledger
          join paid_subscriptions subscription
            on subscription.user_id = ledger.user_id and subscription.is_live
            and subscription.id = (ledger.entry ->> 'subscription')::bigint
          where ledger.user_id = account.user_id and ledger.kind = 'period_added'))
        where account.premium_until is not null`.execute(db);
    },
  },
};

const BILLING = [
  `create table billing_accounts (
    user_id bigint primary key,
    provider text not null,
    customer text unique,
    premium_until timestamptz,
    version integer not null default 0,
    changed_at timestamptz not null,
    next_step_at timestamptz
  )`,
  `create index billing_accounts_steps on billing_accounts (next_step_at) where next_step_at is not null`,
  `create index billing_accounts_changed on billing_accounts (changed_at)`,
  `create table billing_ledger (
    user_id bigint not null,
    n integer not null,
    kind text not null,
    at timestamptz not null,
    entry jsonb not null,
    primary key (user_id, n)
  )`,
  `create function refuse_change() returns trigger language plpgsql as
    $$ begin raise exception '% is append-only', tg_table_name; end $$`,
  `create trigger billing_ledger_append_only before update on billing_ledger
    for each row execute function refuse_change()`,
  `create table billing_profiles (
    user_id bigint not null,
    id bigint not null,
    payment_provider text not null,
    cc_token text not null,
    brand text not null,
    last4 text not null,
    exp_month integer not null,
    exp_year integer not null,
    fingerprint text not null,
    is_default boolean not null,
    created_at timestamptz not null,
    primary key (user_id, id)
  )`,
  `create unique index billing_profiles_default on billing_profiles (user_id) where is_default`,
  `create unique index billing_profiles_token on billing_profiles (cc_token)`,
  `create table paid_subscriptions (
    user_id bigint not null,
    id bigint not null,
    product_id text not null,
    is_live boolean not null,
    started_at timestamptz not null,
    primary key (user_id, id)
  )`,
  // Whatever the code does: nobody pays for two at once.
  `create unique index paid_subscriptions_live on paid_subscriptions (user_id) where is_live`,
  `create table payment_attempts (
    user_id bigint not null,
    id bigint not null,
    order_id bigint,
    subscription_id bigint,
    period integer,
    amount integer not null check (amount >= 0),
    currency text not null,
    status text not null,
    provider_ref text unique,
    created_at timestamptz not null,
    primary key (user_id, id)
  )`,
  `create unique index payment_attempts_id on payment_attempts (id)`,
  `create unique index payment_attempts_open on payment_attempts (user_id)
    where status in ('unknown', 'requires_action', 'processing')`,
  `create table coupons (
    id text primary key,
    duration_interval integer check (duration_interval > 0),
    duration_unit text check (duration_unit in ('day', 'month', 'year')),
    percent_off integer not null default 0 check (percent_off between 0 and 100),
    product_ids jsonb not null default '[]',
    new_members_only boolean not null default false,
    starts_at timestamptz,
    expires_at timestamptz,
    max_uses integer,
    uses integer not null default 0,
    created_at timestamptz not null,
    check (max_uses is null or uses <= max_uses)
  )`,
  `create table user_coupons (
    user_id bigint not null,
    id bigint not null,
    coupon_id text not null,
    country_code text not null,
    redeemed boolean not null default false,
    granted_at timestamptz not null,
    redeemed_at timestamptz,
    primary key (user_id, id),
    unique (user_id, coupon_id)
  )`,
  `create table receipts (
    user_id bigint not null,
    id bigint not null,
    number text not null unique,
    kind text not null check (kind in ('payment', 'refund')),
    source_id bigint not null,
    data jsonb not null,
    issued_at timestamptz not null,
    primary key (user_id, id),
    unique (user_id, source_id)
  )`,
  `create trigger receipts_append_only before update on receipts for each row execute function refuse_change()`,
  `create table accounting_records (
    number text primary key,
    kind text not null,
    issued_at timestamptz not null,
    currency text not null,
    net_amount integer not null,
    tax_amount integer not null,
    total_amount integer not null,
    tax_label text not null,
    description text not null,
    provider text not null,
    provider_ref text
  )`,
  `create trigger accounting_records_append_only before update or delete on accounting_records
    for each row execute function refuse_change()`,
  `create table receipt_counters (year integer primary key, last integer not null)`,
  `create table billing_mails (
    user_id bigint not null,
    id bigint not null,
    kind text not null,
    data jsonb not null,
    created_at timestamptz not null,
    sent_at timestamptz,
    primary key (user_id, id)
  )`,
  `create index billing_mails_waiting on billing_mails (created_at) where sent_at is null`,
  `create table provider_events (
    provider text not null,
    event_id text not null,
    kind text not null,
    ref text,
    received_at timestamptz not null,
    handled_at timestamptz,
    primary key (provider, event_id)
  )`,
  `create index provider_events_waiting on provider_events (received_at) where handled_at is null`,
  `create table operator_actions (
    user_id bigint not null,
    id bigint not null,
    operator_id bigint not null,
    action text not null,
    detail jsonb not null,
    at timestamptz not null,
    primary key (user_id, id)
  )`,
  `create table removed_customers (customer text primary key)`,
  `create table reconciliation_findings (
    ref text not null,
    kind text not null,
    detail jsonb not null,
    found_at timestamptz not null,
    primary key (ref, kind)
  )`,
];

const LOCAL_PROVIDER = [
  `create table local_customers (
    ref text primary key, request_key text not null unique, created_at timestamptz not null
  )`,
  `create table local_cards (
    ref text primary key,
    customer text,
    brand text not null,
    last4 text not null,
    exp_month integer not null,
    exp_year integer not null,
    fingerprint text not null,
    behavior text not null,
    code text,
    confirmed_at timestamptz,
    created_at timestamptz not null
  )`,
  `create index local_cards_customer on local_cards (customer)`,
  `create table local_payments (
    ref text primary key,
    customer text not null,
    card text not null,
    attempt_id bigint not null,
    amount integer not null,
    currency text not null,
    status text not null,
    error_code text,
    refunded integer not null default 0 check (refunded between 0 and amount),
    dispute text not null default 'none',
    request_key text not null unique,
    request_hash text not null,
    created_at timestamptz not null
  )`,
  `create index local_payments_customer on local_payments (customer)`,
  `create index local_payments_created on local_payments (created_at)`,
  `create table local_refunds (
    ref text primary key,
    payment text not null,
    amount integer not null,
    request_key text not null unique,
    created_at timestamptz not null
  )`,
  `create table local_notices (
    id text primary key,
    kind text not null,
    ref text not null,
    created_at timestamptz not null,
    send_at timestamptz not null,
    tries integer not null default 0,
    delivered_at timestamptz
  )`,
  `create index local_notices_waiting on local_notices (send_at) where delivered_at is null`,
];
