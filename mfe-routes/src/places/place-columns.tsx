import { Box, Link, Skeleton, Stack } from '@waymark/ui';
import type { ReactNode } from 'react';

interface PlaceColumnsProps {
  places: readonly { label: string; path: string; note?: string }[];
}

/** Links to places, in as many columns as there is room for. */
export function PlaceColumns({ places }: PlaceColumnsProps) {
  return (
    <Box
      as="ul"
      data-untranslated=""
      display="grid"
      gridTemplateColumns="repeat(auto-fill, minmax(min(100%, 9.25rem), 1fr))"
      columnGap={6}
      listStyleType="none"
      m={0}
      p={0}
    >
      {places.map(({ label, path, note }) => (
        <Box
          as="li"
          key={path}
          borderBottom="hairline"
          minH="44px"
          display="flex"
          alignItems="center"
          flexWrap="wrap"
          columnGap={2}
          minW={0}
          css={{ overflowWrap: 'anywhere' }}
        >
          <Link href={path} css={{ '@media (pointer: coarse)': { paddingBlock: '10px' } }}>
            {label}
          </Link>
          {note && (
            <Box as="span" color="muted" fontSize="sm">
              {note}
            </Box>
          )}
        </Box>
      ))}
    </Box>
  );
}

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

/** A name that is the same in every language of the page. */
export const Named = ({ children }: { children: ReactNode }) => <span data-untranslated="">{children}</span>;
