import { Plural, Trans } from '@lingui/react/macro';
import type { MemberCard } from '@waymark/api-contract';
import { MemberPicture, StoryText } from '@waymark/social';
import { Box, Flex, Link } from '@waymark/ui';
import type { ReactNode } from 'react';

interface MemberRowProps {
  member: MemberCard;
  /** What can be done; the primary action last. */
  actions: ReactNode;
}

/** A member in a list: who they are, where, whom one knows in common, and what they wrote with a request. */
export function MemberRow({ member, actions }: MemberRowProps) {
  return (
    <Flex
      as="li"
      borderTop="hairline"
      py={3}
      gap={3}
      align="center"
      wrap={{ base: 'wrap', md: 'nowrap' }}
      data-member={member.id}
    >
      <MemberPicture member={member} />
      <Box flex={1} minW="140px">
        <Box fontWeight={600} data-untranslated="">
          <Link href={`/profile/${member.id}`} variant="quiet">
            {member.display_name}
          </Link>
        </Box>
        <Box color="muted" fontSize="sm">
          <MemberFacts member={member} />
        </Box>
        {member.request_message && (
          <Box mt={1}>
            <StoryText text={member.request_message} mentions={[]} />
          </Box>
        )}
      </Box>
      <Flex gap={2} flex="none" ms="auto">
        {actions}
      </Flex>
    </Flex>
  );
}

function MemberFacts({ member }: { member: MemberCard }) {
  const { locality, region } = member.location;
  const place = [locality, region].filter(Boolean).join(', ');
  const { mutual_friends_count: mutual, reason } = member;
  return (
    <>
      {place && <span data-untranslated="">{place}</span>}
      {place && (mutual > 0 || reason) && ' · '}
      {mutual > 0 ? (
        <Plural value={mutual} one="# friend in common" other="# friends in common" />
      ) : reason === 'same_place' ? (
        <Trans>Trains near you</Trans>
      ) : reason === 'same_routes' ? (
        <Trans>Uses the same routes</Trans>
      ) : null}
    </>
  );
}
