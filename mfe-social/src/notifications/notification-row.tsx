import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { Notification } from '@waymark/api-contract';
import { MemberPicture } from '@waymark/social';
import { BellIcon, Box, CloseIcon, Flex, IconButton, Link, RelativeTime } from '@waymark/ui';

interface NotificationRowProps {
  notification: Notification;
  onRemove: () => void;
}

/** One thing that happened, with whoever did it; the row leads to it. */
export function NotificationRow({ notification, onRemove }: NotificationRowProps) {
  const { t } = useLingui();
  const { actors, object, is_read: isRead, created_datetime: at } = notification;
  const href = notification._links.page?.[0]?.href ?? '/activity_feed';
  const [first] = actors;
  return (
    <Flex
      as="li"
      position="relative"
      gap={3}
      py={3}
      px={2}
      align="flex-start"
      borderTop="hairline"
      bg={isRead ? undefined : 'blaze.subtle'}
      _hover={{ bg: 'sunken' }}
      css={WHOLE_ROW}
    >
      {first ? <MemberPicture member={first} /> : <BellIcon size={32} />}
      <Box flex={1} minW={0}>
        <Box data-untranslated="">
          <Link href={href} variant="quiet" data-row="">
            <WhatHappened notification={notification} />
          </Link>
          {!isRead && <span className="visually-hidden"> {t`(new)`}</span>}
        </Box>
        {object?.text && (
          <Box color="muted" fontSize="sm" overflow="hidden" textOverflow="ellipsis" whiteSpace="nowrap">
            {object.text}
          </Box>
        )}
        <Box color="muted" fontSize="sm">
          <RelativeTime date={at} />
        </Box>
      </Box>
      <Box position="relative" zIndex={1}>
        <IconButton
          size="sm"
          label={t`Remove this notification`}
          icon={<CloseIcon size={18} />}
          onClick={onRemove}
        />
      </Box>
    </Flex>
  );
}

const WHOLE_ROW = { '& [data-row]::after': { content: '""', position: 'absolute', inset: 0 } } as const;

function WhatHappened({
  notification: { kind, actors, actor_count: count, object, outcome },
}: {
  notification: Notification;
}) {
  const who = <Who name={actors[0]?.title ?? ''} others={count - 1} />;
  const isComment = object?.type === 'comment';
  switch (kind) {
    case 'friend_request':
      return <Trans>{who} wants to be your friend</Trans>;
    case 'friend_accepted':
      return <Trans>{who} accepted your friend request</Trans>;
    case 'like':
      return <Trans>{who} liked your workout or post</Trans>;
    case 'comment':
      return <Trans>{who} commented</Trans>;
    case 'answer':
      return <Trans>{who} replied to your comment</Trans>;
    case 'mention':
      return isComment ? <Trans>{who} mentioned you in a comment</Trans> : <Trans>{who} mentioned you</Trans>;
    case 'challenge':
      return object?.type === 'group' ? (
        <Trans>{who} invited you to a group</Trans>
      ) : (
        <Trans>{who} invited you to a challenge</Trans>
      );
    case 'training_plan':
      return <Trans>Your training plan was adapted after your break</Trans>;
    case 'moderation':
      return <Moderated outcome={outcome} />;
  }
}

/** What a moderator decided about the member. */
function Moderated({ outcome = 'removed' }: Pick<Notification, 'outcome'>) {
  switch (outcome) {
    case 'removed':
      return <Trans>A moderator removed something that you wrote or shared</Trans>;
    case 'suspended':
      return <Trans>A moderator suspended your account</Trans>;
    case 'suspension_ended':
      return <Trans>Your suspension has ended</Trans>;
    case 'appeal_upheld':
      return <Trans>Your appeal was turned down</Trans>;
    case 'appeal_overturned':
      return <Trans>Your appeal was accepted</Trans>;
  }
}

function Who({ name, others }: { name: string; others: number }) {
  return (
    <>
      <strong>{name}</strong>
      {others > 0 && (
        <>
          {' '}
          <Plural value={others} one="and # other" other="and # others" />
        </>
      )}
    </>
  );
}
