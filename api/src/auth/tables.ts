/** Tables of the auth service. */
export interface AuthTables {}
