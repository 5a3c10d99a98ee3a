import { Trans } from '@lingui/react/macro';
import { Box, chakra, CheckIcon, Flex } from '@waymark/ui';
import type { ReactNode } from 'react';

const Benefit = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <chakra.li>
    <Flex gap={3}>
      <Box color="moss.fg" flex="none" marginTop="2px">
        <CheckIcon />
      </Box>
      <Box minWidth={0}>
        <Box fontWeight={600}>{title}</Box>
        <Box color="muted">{children}</Box>
      </Box>
    </Flex>
  </chakra.li>
);

/** What premium opens, and what stays free. It names nothing that is not there. */
export const Benefits = () => (
  <chakra.ul listStyleType="none" padding={0} margin={0} display="grid" gap={4}>
    <Benefit title={<Trans>No ads, anywhere</Trans>}>
      <Trans>On every page and every device you log in on, from the minute you start.</Trans>
    </Benefit>
    <Benefit title={<Trans>Training plans that adapt</Trans>}>
      <Trans>
        When you miss a week, the plan waits for you and starts easier. With a race coming up, the days stay
        and sessions only get shorter.
      </Trans>
    </Benefit>
    <Benefit title={<Trans>Your training stays yours</Trans>}>
      <Trans>
        All your workouts, routes and records stay free to see and to download, with premium or without.
      </Trans>
    </Benefit>
    <Benefit title={<Trans>Cancel in two clicks</Trans>}>
      <Trans>Online, any time. Premium then runs to the end of what you paid for.</Trans>
    </Benefit>
  </chakra.ul>
);
