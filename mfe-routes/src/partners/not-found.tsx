import { Trans } from '@lingui/react/macro';
import { Button, EmptyState, RouteIcon } from '@waymark/ui';
import { Frame } from './frame.tsx';

/** The route that the app asked for is gone, or not for everyone. */
export function NotFound({ back }: { back: string }) {
  return (
    <Frame>
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
    </Frame>
  );
}
