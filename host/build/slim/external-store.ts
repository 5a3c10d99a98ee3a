// React has had it since 18; the shim is for those before.
export { useSyncExternalStore } from 'react';
