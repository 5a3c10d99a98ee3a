import { Trans, useLingui } from '@lingui/react/macro';
import { LoadFailed, Skeleton } from '@waymark/ui';
import { lazy } from 'react';
import { Navigate } from 'react-router-dom';
import { usePageTitle } from '../shared/page-title.ts';
import { Frame } from './frame.tsx';
import { LocationError } from './location-error.tsx';
import { Nearby } from './nearby.tsx';
import { NotFound } from './not-found.tsx';
import { useHouse } from './use-house.ts';

// Profile and cue sheet come along only where they are shown.
const Details = lazy(() => import(/* webpackChunkName: "partner-details" */ './details.tsx'));

interface PartnerPageProps {
  view: 'nearby' | 'details' | 'location-error' | 'not-found';
}

/** Routes from the door of a partner's house, inside the partner's app. */
export default function PartnerPage({ view }: PartnerPageProps) {
  const { t } = useLingui();
  const { partner, house, error, retry, retrying, routeId, links } = useHouse();
  usePageTitle(partner ? t`Routes near ${partner.name}` : t`Routes nearby`);
  if (error && !partner)
    return (
      <Frame>
        <LoadFailed
          title={<Trans>The routes cannot be shown just now</Trans>}
          error={error}
          retry={retry}
          busy={retrying}
        />
      </Frame>
    );
  if (!partner)
    return (
      <Frame>
        <Skeleton height="40px" width="60%" />
        <Skeleton height="40vh" />
        <Skeleton height="76px" />
        <Skeleton height="76px" />
      </Frame>
    );
  if (view === 'location-error') return <LocationError partner={partner} links={links} />;
  if (view === 'not-found') return <NotFound back={links.nearby()} />;
  if (!house) return <Navigate to={links.locationError} replace />;
  return view === 'nearby' ? (
    <Nearby partner={partner} house={house} links={links} />
  ) : (
    <Details house={house} routeId={routeId} links={links} />
  );
}
