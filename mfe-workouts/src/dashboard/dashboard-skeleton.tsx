import { Box, Skeleton, Stack } from '@waymark/ui';

/** The dashboard's shape while it loads. */
export function DashboardSkeleton() {
  return (
    <Stack gap={8}>
      <Box display="grid" gridTemplateColumns={{ base: '1fr 1fr', md: 'repeat(4, 1fr)' }} gap={6}>
        {['distance', 'time', 'ascent', 'count'].map((tile) => (
          <Skeleton key={tile} height="96px" />
        ))}
      </Box>
      <Skeleton height="420px" />
    </Stack>
  );
}
