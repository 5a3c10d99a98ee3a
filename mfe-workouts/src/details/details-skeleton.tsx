import { useLingui } from '@lingui/react/macro';
import { Box, Flex, Skeleton, Stack } from '@waymark/ui';

/** The page in outline while its workout is on the way. */
export function DetailsSkeleton() {
  const { t } = useLingui();
  return (
    <Stack gap={{ base: 6, md: 8 }} w="100%" role="status" aria-label={t`Loading the workout`}>
      <Flex gap={3}>
        <Skeleton width="36px" height="36px" radius="8px" />
        <Stack gap={2} flex={1} maxW="440px">
          <Skeleton height="34px" />
          <Skeleton height="18px" width="80%" />
        </Stack>
      </Flex>
      <Box
        display="grid"
        gridTemplateColumns={{ base: '1fr 1fr', md: 'repeat(5, minmax(0, 1fr))' }}
        gap={{ base: 4, md: 6 }}
        pt={4}
        borderTop="hairline"
      >
        {['a', 'b', 'c', 'd', 'e'].map((tile) => (
          <Skeleton key={tile} height="60px" width="80%" />
        ))}
      </Box>
      <Skeleton height="420px" radius="8px" />
    </Stack>
  );
}
