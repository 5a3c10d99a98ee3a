import { Box, Skeleton, Stack } from '@waymark/ui';

/** The page's shape while it loads. */
export function StatsSkeleton() {
  return (
    <Stack gap={8}>
      <Skeleton height="44px" width="min(320px, 70%)" />
      <Box display="grid" gridTemplateColumns={{ base: '1fr 1fr', lg: 'repeat(5, 1fr)' }} gap={6}>
        {['distance', 'time', 'ascent', 'energy', 'count'].map((tile) => (
          <Skeleton key={tile} height="104px" />
        ))}
      </Box>
      <Skeleton height="290px" />
      <Skeleton height="160px" />
    </Stack>
  );
}
