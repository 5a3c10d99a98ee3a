import type { RouteSummary } from '@waymark/api-contract';
import { routeCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepLinkKey, linkKeyOf } from '@waymark/api-contract/link-key';
import { useCall, usePageTitle } from '@waymark/remote';
import { ShareAgainNotice, useShareLink } from '@waymark/remote/share-link';
import { Banner, Box, Button, Heading, LoadFailed, Skeleton, Stack, Text } from '@waymark/ui';
import { useParams } from 'react-router-dom';
import { PrivacyMenu } from '../my-routes/privacy-menu.tsx';
import { useOwnRoutes } from '../my-routes/use-own-routes.ts';
import { RouteMissing } from '../view/route-missing.tsx';
import { SnippetMaker } from './snippet-maker.tsx';

/** A route for a website of one's own: what to put into its page, and how that looks. */
export default function AddToWebsitePage() {
  const { t } = useLingui();
  const { routeId = '' } = useParams();
  const { data, error, refetch, isFetching } = useCall(routeCalls.one, {
    params: { id: Number(routeId) },
    query: { field_set: 'simple' },
  });
  usePageTitle(t`Add a route to a website`);
  if (error && !data) return <RouteMissing error={error} busy={isFetching} retry={() => void refetch()} />;
  if (!data) return <Skeleton height="320px" />;
  return (
    <Stack gap={6} w="100%" minW={0}>
      <Box>
        <Heading level={1}>
          <Trans>Add this route to a website</Trans>
        </Heading>
        <Text muted mt={1} overflowWrap="anywhere" data-untranslated="">
          {data.name}
        </Text>
      </Box>
      <WebsitePart route={data} />
      <div>
        <Button size="sm" href={keepLinkKey(`/routes/view/${data.id}`)}>
          <Trans>Back to the route</Trans>
        </Button>
      </div>
    </Stack>
  );
}

function WebsitePart({ route }: { route: RouteSummary }) {
  if (route.privacy === 3) return <SnippetMaker route={route} linkKey={null} />;
  if (route.privacy !== 6) return <NotPublic route={route} />;
  if (route.can.edit) return <OwnLinkPart route={route} />;
  return <SnippetMaker route={route} linkKey={linkKeyOf(location.search)} />;
}

/** The snippet carries the key of the link, so a new link takes the route off the website. */
function OwnLinkPart({ route }: { route: RouteSummary }) {
  const { link, error, refetch } = useShareLink({ kind: 'route', id: route.id });
  if (link?.key) return <SnippetMaker route={route} linkKey={link.key} />;
  if (error && !link)
    return (
      <LoadFailed
        title={<Trans>We couldn’t load the link.</Trans>}
        error={error}
        retry={() => void refetch()}
      />
    );
  if (!link) return <Skeleton height="320px" />;
  return <ShareAgainNotice kind="route" id={route.id} onMade={() => void refetch()} />;
}

/** Only its owner gets here: for others a private route does not exist. */
function NotPublic({ route }: { route: RouteSummary }) {
  const { setPrivacy } = useOwnRoutes();
  return (
    <Banner
      kind="warning"
      title={<Trans>Only you can see this route</Trans>}
      action={route.can.edit && <PrivacyMenu route={route} onChange={(level) => setPrivacy(route, level)} />}
    >
      <Trans>
        A website shows a route to everyone who visits it. Let everyone see the route, or anyone with the
        link, and the snippet is here.
      </Trans>
    </Banner>
  );
}
