import { Trans } from '@lingui/react/macro';
import { Box, Heading, Text } from '@waymark/ui';

/** How a member gets years of training out of another service. */
export function ArchiveHelp() {
  return (
    <Box as="details" borderTop="hairline" pt={2}>
      <Box as="summary" cursor="pointer" fontWeight={600} py="10px">
        <Trans>How to get your archive from Strava or Garmin</Trans>
      </Box>
      <Box display="grid" gap={5} gridTemplateColumns={{ md: '1fr 1fr' }} pt={2} fontSize="sm">
        <Box>
          <Heading level={3} size="lg" data-untranslated="">
            Strava
          </Heading>
          <Box as="ol" ps={5} m={0} listStyleType="decimal">
            <li>
              <Trans>Open Strava in a browser and go to Settings, then My Account.</Trans>
            </li>
            <li>
              <Trans>
                Under “Download or Delete Your Account” choose Get Started, then Request Your Archive.
              </Trans>
            </li>
            <li>
              <Trans>Strava sends you a mail with a link. It can take some hours.</Trans>
            </li>
            <li>
              <Trans>Drop the zip here as it is. Names, notes and gear come along.</Trans>
            </li>
          </Box>
        </Box>
        <Box>
          <Heading level={3} size="lg" data-untranslated="">
            Garmin
          </Heading>
          <Box as="ol" ps={5} m={0} listStyleType="decimal">
            <li>
              <Trans>Sign in to your Garmin account and open Account Management Center.</Trans>
            </li>
            <li>
              <Trans>Choose Export Your Data, then Request Data Export.</Trans>
            </li>
            <li>
              <Trans>Garmin sends you a mail with a link, mostly within two days.</Trans>
            </li>
            <li>
              <Trans>Drop the zip here as it is. You need not unpack it.</Trans>
            </li>
          </Box>
        </Box>
      </Box>
      <Text mt={3} color="muted" size="sm">
        <Trans>
          A zip of your own with FIT, GPX or TCX files works just as well. What you have here already is found
          and not doubled without asking you.
        </Trans>
      </Text>
    </Box>
  );
}
