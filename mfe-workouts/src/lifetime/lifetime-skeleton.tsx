import { Box, Skeleton, Stack } from '@waymark/ui';

/** The page's shape while it loads. */
export function LifetimeSkeleton() {
  return (
    <Stack gap={8}>
      <Box display="grid" gridTemplateColumns={{ base: '1fr 1fr', lg: '1.6fr repeat(4, 1fr)' }} gap={6}>
        {['distance', 'time', 'ascent', 'energy', 'count'].map((tile) => (
          <Skeleton key={tile} height="88px" />
        ))}
      </Box>
      <Skeleton height="90px" />
      <Skeleton height="320px" />
    </Stack>
  );
}
