import { useLingui } from '@lingui/react/macro';
import { Box, Flex, Skeleton, Stack } from '@waymark/ui';

/** The page in outline while its route is on the way. */
export function ViewSkeleton() {
  const { t } = useLingui();
  return (
    <Stack gap={6} w="100%" role="status" aria-label={t`Loading the route`}>
      <Flex gap={3}>
        <Skeleton width="36px" height="36px" radius="8px" />
        <Stack gap={2} flex={1} maxW="440px">
          <Skeleton height="34px" />
          <Skeleton height="18px" width="80%" />
        </Stack>
      </Flex>
      <Skeleton height="32px" width="320px" />
      <Box display="grid" gridTemplateColumns={{ base: '1fr 1fr', md: 'repeat(4, 180px)' }} gap={4}>
        {['a', 'b', 'c', 'd'].map((tile) => (
          <Skeleton key={tile} height="60px" width="80%" />
        ))}
      </Box>
      <Skeleton height="460px" radius="8px" />
      <Skeleton height="160px" />
    </Stack>
  );
}
