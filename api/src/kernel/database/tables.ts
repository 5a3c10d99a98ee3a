import type { Kysely, Transaction } from 'kysely';

/** Every table. Each service adds its own by declaration merging, in its `tables.ts`. */
export interface Database {}

export type Db = Kysely<Database>;
export type Trx = Transaction<Database>;
