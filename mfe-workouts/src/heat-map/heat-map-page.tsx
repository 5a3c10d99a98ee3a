import { Trans, useLingui } from '@lingui/react/macro';
import { usePageTitle, useSession } from '@waymark/remote';
import {
  Button,
  EmptyState,
  Flex,
  Heading,
  Link,
  LoadFailed,
  MapIcon,
  Skeleton,
  Stack,
  Text,
} from '@waymark/ui';
import { useOwnTracks } from '../shared/own-tracks.ts';
import { MemberTabs } from '../stats/member-tabs.tsx';
import { HeatView } from './heat-view.tsx';

/** Everywhere the member has been, brighter where they have been often. */
export default function HeatMapPage() {
  const { t } = useLingui();
  usePageTitle(t`Heat map`);
  const { userId } = useSession();
  const { data, error, refetch, isFetching } = useOwnTracks();
  const none = data?.header.id.length === 0;
  return (
    <Stack gap={6} w="100%">
      <MemberTabs own userId={userId ?? 0} />
      <Flex justify="space-between" align="baseline" gap={4} wrap="wrap">
        <div>
          <Heading level={1}>
            <Trans>Heat map</Trans>
          </Heading>
          <Text muted>
            <Trans>
              Everywhere you have been. Only you see this map;{' '}
              <Link href="/workouts/privacy_zones">privacy zones</Link> hide places on single workouts from
              others.
            </Trans>
          </Text>
        </div>
      </Flex>
      {none && (
        <EmptyState
          icon={<MapIcon size={40} />}
          title={<Trans>No tracks yet</Trans>}
          action={
            <Button variant="primary" href="/workout/import">
              <Trans>Upload a file</Trans>
            </Button>
          }
        >
          <Trans>
            Every workout with a recorded track is drawn here. The first one draws the first line.
          </Trans>
        </EmptyState>
      )}
      {error && !data && (
        <LoadFailed
          title={<Trans>We couldn’t load your heat map.</Trans>}
          error={error}
          retry={refetch}
          busy={isFetching}
        />
      )}
      {!data && !error && (
        <Stack gap={4}>
          <Skeleton height="64px" width="420px" />
          <Skeleton height="60vh" radius="8px" />
        </Stack>
      )}
      {data && !none && <HeatView tracks={data} />}
    </Stack>
  );
}
