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

interface GoalRingsSkeletonProps {
  count: number;
  own: boolean;
}

/** The room that the goals take until they are drawn: a heading, and a line or a ring for each goal. */
export function GoalRingsSkeleton({ count, own }: GoalRingsSkeletonProps) {
  if (count === 0) return own ? <Box minH="89px" /> : null;
  return (
    <Box
      display="grid"
      gridTemplateColumns="repeat(auto-fill, minmax(min(100%, 240px), 1fr))"
      gap={5}
      pt="69px"
    >
      {Array.from({ length: count }, (_, goal) => (
        <Box key={goal} minH="72px" />
      ))}
    </Box>
  );
}
