import { Box, Link } from '@waymark/ui';

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
      gridTemplateColumns="repeat(auto-fill, minmax(min(100%, 148px), 1fr))"
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
          gap={2}
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
