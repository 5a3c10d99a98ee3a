import { useCallback, useSyncExternalStore } from 'react';
import { useApp } from '../app/context.ts';
import { useStore } from '@waymark/store';
import type { Page } from '../location/page.ts';
import { RemoteFallback } from './remote-fallback.tsx';
import { Skeleton } from './skeleton.tsx';
import { slotId } from './slot.ts';

/** One place per remote. What stands in for the current one while it loads, or when it failed, is beside its place. */
export function RemoteArea({ page }: { page: Page }) {
  const app = useApp();
  const statuses = useStore(app.remotes);
  const offline = useStore(app.offline);
  const current = page.kind === 'remote' ? page.remote.name : null;
  const status = current ? statuses[current] : undefined;
  const filled = useFilled(current);
  const failed = status?.state === 'failed' || (offline && current !== null);
  return (
    <>
      {app.boot.remotes.map(({ name }) => (
        <div key={name} id={slotId(name)} className="wm-h-slot" hidden={name !== current || failed} />
      ))}
      {current && failed && <RemoteFallback name={current} error={status?.error} />}
      {current && !failed && !(status?.state === 'mounted' && filled) && <Skeleton />}
    </>
  );
}

/** A remote is mounted before the code of its page is there; until then its place is empty. */
function useFilled(name: string | null): boolean {
  const watch = useCallback(
    (changed: () => void) => {
      const place = name && document.getElementById(slotId(name));
      if (!place) return () => {};
      const observer = new MutationObserver(changed);
      observer.observe(place, { childList: true });
      return () => observer.disconnect();
    },
    [name],
  );
  return useSyncExternalStore(
    watch,
    () => Boolean(name && document.getElementById(slotId(name))?.hasChildNodes()),
    () => false,
  );
}
