import { Skeleton, Stack } from '@waymark/ui';

/** In the shape of a heading and columns of links. */
export function PlacesSkeleton({ heading = false }: { heading?: boolean }) {
  return (
    <Stack gap={4} w="100%" aria-busy="true">
      {heading && <Skeleton height="44px" width="min(100%, 420px)" />}
      <Skeleton height="28px" width="180px" />
      <Skeleton height="220px" />
    </Stack>
  );
}
