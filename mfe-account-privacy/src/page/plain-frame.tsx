import { usePageTitle } from '@waymark/remote';
import { Box, Heading } from '@waymark/ui';
import type { ReactNode } from 'react';

/** A page on its own, as apps show it and as links of mails open it. */
export function PlainFrame({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title);
  return (
    <Box width="100%" maxWidth="640px" marginInline="auto" paddingBlock={4}>
      <Heading level={1} size="4xl" marginBottom={5}>
        {title}
      </Heading>
      {children}
    </Box>
  );
}
