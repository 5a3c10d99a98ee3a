import { Trans } from '@lingui/react';
import { Plural, useLingui } from '@lingui/react/macro';
import type { Notification } from '@waymark/api-contract';
import { NOTIFICATION_WORDS } from '@waymark/api-contract/notification-kinds';
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

function WhatHappened({ notification }: { notification: Notification }) {
  const { kind, actors, actor_count: count } = notification;
  const who = <Who name={actors[0]?.title ?? ''} others={count - 1} />;
  return <Trans id={NOTIFICATION_WORDS[kind].sentence(notification)} components={{ 0: who }} />;
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
