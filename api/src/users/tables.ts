/** Tables of the users service. */
export interface UserTables {}
