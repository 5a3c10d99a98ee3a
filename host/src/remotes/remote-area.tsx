import { useApp } from '../app/context.ts';
import { useStore } from '../app/store.ts';
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
  const failed = status?.state === 'failed' || (offline && current !== null);
  return (
    <>
      {app.boot.remotes.map(({ name }) => (
        <div key={name} id={slotId(name)} className="wm-h-slot" hidden={name !== current || failed} />
      ))}
      {current && failed && <RemoteFallback name={current} error={status?.error} />}
      {current && !failed && status?.state !== 'mounted' && <Skeleton />}
    </>
  );
}
