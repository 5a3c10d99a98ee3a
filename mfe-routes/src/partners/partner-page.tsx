import { Trans, useLingui } from '@lingui/react/macro';
import {
  LoadFailed,
  Skeleton,
  Box,
  Heading,
  Link,
  PinIcon,
  Text,
  Button,
  EmptyState,
  RouteIcon,
} from '@waymark/ui';
import { lazy } from 'react';
import { Navigate } from 'react-router-dom';
import { PartnerFrame } from './partner-frame.tsx';
import { NearbyRoutes } from './nearby-routes.tsx';
import { usePartnerLocation, type partnerLinks } from './use-partner-location.ts';
import type { Partner } from '@waymark/api-contract';
import { AppLink, usePageTitle } from '@waymark/remote';

// Profile and cue sheet come along only where they are shown.
const Details = lazy(() => import(/* webpackChunkName: "partner-details" */ './partner-route.tsx'));

interface PartnerPageProps {
  view: 'nearby' | 'details' | 'location-error' | 'not-found';
}

/** Routes from the door of a partner's house, inside the partner's app. */
export default function PartnerPage({ view }: PartnerPageProps) {
  const { t } = useLingui();
  const { partner, house, error, retry, retrying, routeId, links } = usePartnerLocation();
  usePageTitle(partner ? t`Routes near ${partner.name}` : t`Routes nearby`);
  if (error && !partner)
    return (
      <PartnerFrame>
        <LoadFailed
          title={<Trans>We couldn’t load the routes.</Trans>}
          error={error}
          retry={retry}
          busy={retrying}
        />
      </PartnerFrame>
    );
  if (!partner)
    return (
      <PartnerFrame>
        <Skeleton height="40px" width="60%" />
        <Skeleton height="40vh" />
        <Skeleton height="76px" />
        <Skeleton height="76px" />
      </PartnerFrame>
    );
  if (view === 'location-error') return <LocationError partner={partner} links={links} />;
  if (view === 'not-found') return <NotFound back={links.nearby()} />;
  if (!house) return <Navigate to={links.locationError} replace />;
  return view === 'nearby' ? (
    <NearbyRoutes partner={partner} house={house} links={links} />
  ) : (
    <Details house={house} routeId={routeId} links={links} />
  );
}

/** The app did not say which house the guest is in, or named one that is not known. */
function LocationError({ partner, links }: { partner: Partner; links: ReturnType<typeof partnerLinks> }) {
  return (
    <PartnerFrame>
      <Heading level={1}>
        <Trans>Where are you staying?</Trans>
      </Heading>
      <Text>
        <Trans>Choose where you’re staying to see routes from your door.</Trans>
      </Text>
      <Box as="ul" listStyleType="none" m={0} p={0} borderTop="hairline">
        {partner.locations.map(({ id, name, address }) => (
          <Box as="li" key={id} borderBottom="hairline" position="relative" data-untranslated="">
            <Box display="flex" gap={3} alignItems="center" minH="56px" py={2}>
              <PinIcon />
              <div>
                <Text
                  as="div"
                  fontWeight={600}
                  css={{ '& a::after': { content: '""', position: 'absolute', inset: 0 } }}
                >
                  <AppLink href={links.nearby(id)}>{name}</AppLink>
                </Text>
                {address && (
                  <Text muted size="sm">
                    {address}
                  </Text>
                )}
              </div>
            </Box>
          </Box>
        ))}
      </Box>
      {partner.support_link && (
        <Text>
          <Trans>
            Not in the list? <Link href={partner.support_link}>Ask the front desk</Link>.
          </Trans>
        </Text>
      )}
    </PartnerFrame>
  );
}

/** The route that the app asked for is gone, or not for everyone. */
function NotFound({ back }: { back: string }) {
  return (
    <PartnerFrame>
      <EmptyState
        level={1}
        icon={<RouteIcon size={40} />}
        title={<Trans>This route is private or does not exist</Trans>}
        action={
          <Button variant="primary" href={back}>
            <Trans>Routes nearby</Trans>
          </Button>
        }
      >
        <Trans>There are others from your door.</Trans>
      </EmptyState>
    </PartnerFrame>
  );
}
