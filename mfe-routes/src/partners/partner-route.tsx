import { Trans, useLingui } from '@lingui/react/macro';
import type { PartnerLocation } from '@waymark/api-contract';
import { useCall, usePageTitle } from '@waymark/remote';
import { LoadFailed, Skeleton } from '@waymark/ui';
import { Navigate } from 'react-router-dom';
import { routeDetail } from '../shared/use-route.ts';
import { PartnerFrame } from './partner-frame.tsx';
import type { partnerLinks } from './use-partner-location.ts';
import { WalkAndRoute } from './walk-and-route.tsx';

interface DetailsProps {
  house: PartnerLocation;
  routeId: string;
  links: ReturnType<typeof partnerLinks>;
}

/** A route near a house, with the way to it from the door. */
export default function PartnerRoute({ house, routeId, links }: DetailsProps) {
  const { t } = useLingui();
  const known = /^\d+$/.test(routeId);
  const { data, error, refetch, isFetching } = useCall(
    routeDetail,
    { params: { id: Number(routeId) } },
    { enabled: known },
  );
  usePageTitle(data?.name ?? t`Route`);
  if (!known || error?.status === 404 || error?.status === 403)
    return <Navigate to={links.notFound} replace />;
  if (data) return <WalkAndRoute route={data} house={house} back={links.nearby()} />;
  return (
    <PartnerFrame>
      {error ? (
        <LoadFailed
          title={<Trans>We couldn’t load this route.</Trans>}
          error={error}
          retry={refetch}
          busy={isFetching}
        />
      ) : (
        <>
          <Skeleton height="45dvh" />
          <Skeleton height="44px" width="60%" />
          <Skeleton height="120px" />
        </>
      )}
    </PartnerFrame>
  );
}
