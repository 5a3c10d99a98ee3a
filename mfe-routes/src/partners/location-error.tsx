import { Trans } from '@lingui/react/macro';
import type { Partner } from '@waymark/api-contract';
import { AppLink } from '@waymark/remote';
import { Box, Heading, Link, PinIcon, Text } from '@waymark/ui';
import { Frame } from './frame.tsx';
import type { partnerLinks } from './use-house.ts';

/** The app did not say which house the guest is in, or named one that is not known. */
export function LocationError({
  partner,
  links,
}: {
  partner: Partner;
  links: ReturnType<typeof partnerLinks>;
}) {
  return (
    <Frame>
      <Heading level={1}>
        <Trans>Where are you staying?</Trans>
      </Heading>
      <Text>
        <Trans>Choose your house, and the routes from its door come up.</Trans>
      </Text>
      <Box as="ul" listStyleType="none" m={0} p={0} borderTop="hairline">
        {partner.locations.map(({ id, name, address }) => (
          <Box as="li" key={id} borderBottom="hairline" position="relative" data-untranslated="">
            <Box display="flex" gap={3} alignItems="center" minH="56px" py={2}>
              <PinIcon />
              <div>
                <Text
                  as="div"
                  fontWeight={600}
                  css={{ '& a::after': { content: '""', position: 'absolute', inset: 0 } }}
                >
                  <AppLink href={links.nearby(id)}>{name}</AppLink>
                </Text>
                {address && (
                  <Text muted size="sm">
                    {address}
                  </Text>
                )}
              </div>
            </Box>
          </Box>
        ))}
      </Box>
      {partner.support_link && (
        <Text>
          <Trans>
            Not in the list? <Link href={partner.support_link}>Ask the front desk</Link>.
          </Trans>
        </Text>
      )}
    </Frame>
  );
}
