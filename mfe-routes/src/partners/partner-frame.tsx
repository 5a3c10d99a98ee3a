import type { PartnerLocation } from '@waymark/api-contract';
import { Box, Stack, Text } from '@waymark/ui';
import type { ReactNode } from 'react';

/** The width of a page in an app. */
export const PartnerFrame = ({ children }: { children: ReactNode }) => (
  <Stack gap={4} w="100%" maxW="760px" mx="auto" px={4} py={4}>
    {children}
  </Stack>
);

/** Whose door it is. */
export const LocationLine = ({ house }: { house: PartnerLocation }) => (
  <Box data-untranslated="">
    <Text fontWeight={600}>{house.name}</Text>
    {house.address && (
      <Text muted size="sm">
        {house.address}
      </Text>
    )}
  </Box>
);
