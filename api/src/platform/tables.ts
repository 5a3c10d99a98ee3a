/** Tables of the platform service. */
export interface PlatformTables {}
