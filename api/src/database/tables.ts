/** Every table. Each service adds its own by declaration merging, in `tables.ts` beside its migrations. */
export interface Database {}
