import { Trans, useLingui } from '@lingui/react/macro';
import { storyCalls } from '@waymark/api-contract/client';
import { useCall, usePageTitle } from '@waymark/remote';
import { useRestoredFocus } from '@waymark/social';
import {
  Box,
  Breadcrumb,
  Button,
  EmptyState,
  LoadFailed,
  Skeleton,
  Stack,
  VisuallyHidden,
} from '@waymark/ui';
import { useParams } from 'react-router-dom';
import { StoryCard } from './story-card.tsx';

/** One story with all that was said of it: where notifications and mails lead. */
export default function StoryPage() {
  const { t } = useLingui();
  const id = Number(useParams().storyId);
  const { data, error, refetch } = useCall(storyCalls.one, { params: { id } });
  const isGone = error?.status === 404;
  const name = data?.actor.title;
  const title = name ? t`Story of ${name}` : t`Story`;
  usePageTitle(title);
  useRestoredFocus();
  return (
    <Box w="100%" maxW="680px" mx="auto">
      <Stack gap={4}>
        <Breadcrumb
          items={[
            { href: '/activity_feed', label: <Trans>Activity Feed</Trans> },
            { label: <Trans>Story</Trans> },
          ]}
        />
        {!isGone && <VisuallyHidden as="h1">{title}</VisuallyHidden>}
        {data && !isGone && <StoryCard story={data} isOpen />}
        {!data && !error && <Skeleton height="320px" radius="12px" />}
        {isGone && (
          <EmptyState
            level={1}
            title={<Trans>This post is no longer available</Trans>}
            action={
              <Button variant="primary" href="/activity_feed">
                <Trans>Back to the feed</Trans>
              </Button>
            }
          >
            <Trans>It was deleted, or it is not shared with you.</Trans>
          </EmptyState>
        )}
        {error && !data && !isGone && (
          <LoadFailed title={<Trans>We couldn’t load this post.</Trans>} error={error} retry={refetch} />
        )}
      </Stack>
    </Box>
  );
}
