import { Box, Flex, HStack, Text } from '@waymark/ui';
import type { ReactNode } from 'react';

interface ImportLineProps {
  icon: ReactNode;
  name: ReactNode;
  detail: ReactNode;
  tone?: 'muted' | 'danger' | 'sun';
  actions?: ReactNode;
  below?: ReactNode;
}

const COLOURS = { muted: 'muted', danger: 'danger.fg', sun: 'sun.fg' } as const;

/** The shape that every line of the list has: icon, name, what became of it, what can be done. */
export function ImportLine({ icon, name, detail, tone = 'muted', actions, below }: ImportLineProps) {
  return (
    <Flex as="li" borderTop="hairline" py={3} gap={3} align="flex-start">
      <Box pt="2px" flex="none" color={COLOURS[tone]} fontSize="xl">
        {icon}
      </Box>
      <Box flex={1} minW={0}>
        <Flex gap={3} align="flex-start" wrap="wrap">
          <Box flex="1 1 200px" minW={0}>
            <Box fontWeight={600} overflowWrap="anywhere">
              {name}
            </Box>
            <Text as="div" size="sm" color={COLOURS[tone]}>
              {detail}
            </Text>
          </Box>
          {actions && (
            <HStack gap={2} wrap="wrap">
              {actions}
            </HStack>
          )}
        </Flex>
        {below && <Box mt={2}>{below}</Box>}
      </Box>
    </Flex>
  );
}
