import type { LoyaltyStatusName, User } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useFormatLocale, usePageTitle } from '@waymark/remote';
import { Box, chakra, ChevronRightIcon, Flex, Heading, Stack, Text, useLinkComponent } from '@waymark/ui';
import { formatDate } from '@waymark/units';
import { useLevelName } from '../loyalty/use-loyalty-words.ts';
import { useAccountLinks } from '../page/account-links.ts';
import { MemberGate } from '../page/member-gate.tsx';
import { MemberPicture } from '../profile/member-picture.tsx';

/** What the account holds, one line for each of its pages. */
export default function AccountPage() {
  const { t } = useLingui();
  usePageTitle(t`Account`);
  return (
    <Box width="100%" maxWidth="720px" marginInline="auto">
      <VisibleHeading />
      <MemberGate>{(member) => <Overview member={member} />}</MemberGate>
    </Box>
  );
}

const VisibleHeading = () => (
  <Heading level={1} size="4xl" marginBottom={6}>
    <Trans>Account</Trans>
  </Heading>
);

function Overview({ member }: { member: User }) {
  const { i18n } = useLingui();
  const locale = useFormatLocale();
  const LinkTag = useLinkComponent();
  const links = useAccountLinks();
  const levelName = useLevelName();
  const level = member.loyalty_status && levelName(member.loyalty_status as LoyaltyStatusName);
  const since = formatDate(member.date_joined, { locale, timeZone: member.time_zone });
  return (
    <Stack gap={6}>
      <Flex gap={4} align="center">
        <MemberPicture member={member} label="" />
        <Box minWidth={0}>
          <Text fontWeight={600} size="lg" data-untranslated="" overflowWrap="anywhere">
            {member.display_name}
          </Text>
          <Text muted size="sm" overflowWrap="anywhere">
            <span data-untranslated="">{member.email}</span> · <Trans>Member since {since}</Trans>
          </Text>
          {level && (
            <Text size="sm">
              <Trans>Status: {level}</Trans>
            </Text>
          )}
        </Box>
      </Flex>
      <Stack as="ul" gap={0} listStyleType="none" padding={0} margin={0} borderBottom="hairline">
        {links.map(({ href, label, hint }) => (
          <chakra.li key={href} borderTop="hairline">
            <chakra.a
              as={LinkTag}
              {...{ href }}
              display="flex"
              alignItems="center"
              justifyContent="space-between"
              gap={4}
              minHeight="64px"
              paddingBlock={3}
              paddingInline={2}
              _hover={{ bg: 'sunken' }}
            >
              <span>
                <chakra.span display="block" fontWeight={600}>
                  {i18n._(label)}
                </chakra.span>
                <chakra.span display="block" color="muted" fontSize="sm">
                  {i18n._(hint)}
                </chakra.span>
              </span>
              <ChevronRightIcon />
            </chakra.a>
          </chakra.li>
        ))}
      </Stack>
    </Stack>
  );
}
