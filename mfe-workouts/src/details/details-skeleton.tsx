import { useLingui } from '@lingui/react/macro';
import { Skeleton } from '@waymark/ui';
import './look.css';

/** The page in outline while its workout is on the way. */
export function DetailsSkeleton() {
  const { t } = useLingui();
  return (
    <div className="wm-w-details" role="status" aria-label={t`Loading the workout`}>
      <Skeleton height="56px" width="60%" />
      <div className="wm-w-tiles">
        {['a', 'b', 'c', 'd', 'e'].map((tile) => (
          <Skeleton key={tile} height="60px" width="80%" />
        ))}
      </div>
      <Skeleton height="420px" radius="8px" />
    </div>
  );
}
