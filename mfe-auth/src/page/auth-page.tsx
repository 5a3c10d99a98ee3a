import { Box, chakra, Grid, Stack, Text } from '@waymark/ui';
import { useEffect, useRef, type ReactNode } from 'react';
import { usePageTitle } from '@waymark/remote';
import { Ridges } from './ridges.tsx';

/** What the header leaves of the window. */
const ROOM = 'min(840px, calc(100dvh - 108px))';

interface AuthPageProps {
  title: string;
  /** The sentence below the heading. */
  lead?: ReactNode;
  children?: ReactNode;
}

/** One column for the page's one task, and a quiet drawing beside it where there is room. */
export function AuthPage({ title, lead, children }: AuthPageProps) {
  usePageTitle(title);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(title);
  useEffect(() => {
    if (shown.current === title) return;
    // The page says something new, for instance that a mail is on its way.
    shown.current = title;
    heading.current?.focus();
  }, [title]);
  return (
    <Grid
      templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 5fr) minmax(0, 6fr)' }}
      gap={{ base: 0, lg: 8 }}
      minHeight={{ lg: ROOM }}
    >
      <Stack
        gap={8}
        width="100%"
        maxWidth="420px"
        marginInline="auto"
        paddingInline={{ base: 2, md: 0 }}
        paddingBlock={{ base: 8, md: 16 }}
        alignSelf={{ lg: 'center' }}
      >
        <Stack gap={3}>
          <chakra.h1 fontSize="5xl" ref={heading} tabIndex={-1} outline="none">
            {title}
          </chakra.h1>
          {lead && (
            <Text muted size="lg" lineHeight="1.45">
              {lead}
            </Text>
          )}
        </Stack>
        {children}
      </Stack>
      <Box display={{ base: 'none', lg: 'block' }} position="sticky" top="76px" height={ROOM}>
        <Ridges />
      </Box>
    </Grid>
  );
}
