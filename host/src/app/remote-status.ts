/** How far a remote has come on this page. */
export interface RemoteStatus {
  state: 'loading' | 'mounted' | 'failed';
  error?: Error;
  version?: string;
}
