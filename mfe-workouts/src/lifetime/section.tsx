import { Box, Flex, Heading } from '@waymark/ui';
import type { ReactNode } from 'react';

interface SectionProps {
  id: string;
  title: ReactNode;
  /** Choices for what the section shows. */
  choices?: ReactNode;
  children: ReactNode;
}

/** A part of the page below a hairline, its choices beside its name. */
export function Section({ id, title, choices, children }: SectionProps) {
  return (
    <Box as="section" aria-labelledby={id} borderTop="hairline" pt={{ base: 5, md: 6 }}>
      <Flex justify="space-between" align="center" wrap="wrap" gap={3} mb={4}>
        <Heading level={2} id={id}>
          {title}
        </Heading>
        <Flex gap={3} wrap="wrap" align="center" minW={0} maxW="100%">
          {choices}
        </Flex>
      </Flex>
      {children}
    </Box>
  );
}
