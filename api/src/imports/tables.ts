/** Tables of the imports service. */
export interface ImportTables {}
