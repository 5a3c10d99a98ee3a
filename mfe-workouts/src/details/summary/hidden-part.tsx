import type { Workout } from '@waymark/api-contract';
import { Trans } from '@lingui/react/macro';
import { AppLink, useSession } from '@waymark/remote';
import { Flex, LockIcon } from '@waymark/ui';

/** A privacy zone covers a part of the track. */
export function HiddenPart({ workout: { user } }: { workout: Workout }) {
  const own = useSession().userId === user.id;
  return (
    <Flex gap={2} align="center" color="muted" fontSize="sm">
      <LockIcon size="1.1em" />
      <span>
        {own ? (
          <Trans>
            A part of this track lies in one of your{' '}
            <AppLink href="/workouts/privacy_zones">privacy zones</AppLink>. Only you see all of it.
          </Trans>
        ) : (
          <Trans>A part of this track is hidden. Time and distance begin where it can be seen.</Trans>
        )}
      </span>
    </Flex>
  );
}
