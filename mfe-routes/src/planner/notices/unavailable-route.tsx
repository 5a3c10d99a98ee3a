import type { RouteSummary } from '@waymark/api-contract';
import { Trans } from '@lingui/react/macro';
import type { ApiError } from '@waymark/contract';
import { Box, Button, EmptyState, LoadFailed } from '@waymark/ui';

interface NoPlannerProps {
  route: RouteSummary | null;
  error: ApiError | null;
  retry: () => void;
}

/** Replaces the planner when the route cannot be opened or changed. */
export default function UnavailableRoute({ route, error, retry }: NoPlannerProps) {
  if (route) return <RouteOfAnother route={route} />;
  return error && <RouteMissing error={error} retry={retry} />;
}

function RouteMissing({ error, retry }: { error: ApiError; retry: () => void }) {
  const gone = error.status === 404 || error.status === 403;
  return (
    <Box p={{ base: 4, md: 8 }} maxW="720px" mx="auto">
      {gone ? (
        <EmptyState
          level={1}
          title={<Trans>This route is private or does not exist</Trans>}
          action={
            <Button href="/routes/my_routes">
              <Trans>Go to your routes</Trans>
            </Button>
          }
        >
          <Trans>Its owner may have deleted it or changed who can see it.</Trans>
        </EmptyState>
      ) : (
        <LoadFailed title={<Trans>We couldn’t open this route.</Trans>} error={error} retry={retry} />
      )}
    </Box>
  );
}

/** Only its owner changes a route; everybody who sees it may draw on from a copy. */
function RouteOfAnother({ route }: { route: RouteSummary }) {
  return (
    <Box p={{ base: 4, md: 8 }} maxW="720px" mx="auto">
      <EmptyState
        level={1}
        title={<Trans>This route belongs to {route.user.display_name}</Trans>}
        action={
          <Button variant="primary" href={`/routes/copy/${route.id}`}>
            <Trans>Copy it instead</Trans>
          </Button>
        }
      >
        <Trans>Only its owner can change it. A copy is yours to change.</Trans>
      </EmptyState>
    </Box>
  );
}
