import type { ActivityGroupKey } from '@waymark/activities';
import { useLingui } from '@lingui/react/macro';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { ActivityIcon, Box, chakra, Figure, Spinner } from '@waymark/ui';
import { formatDistance } from '@waymark/units';
import type { ReactNode } from 'react';

/** Courses to choose one of; those that do not fit are scrolled. */
export const CourseList = ({ label, children }: { label: string; children: ReactNode }) => (
  <Box
    as="ul"
    aria-label={label}
    listStyleType="none"
    p={0}
    m={0}
    maxH="320px"
    overflowY="auto"
    tabIndex={-1}
  >
    {children}
  </Box>
);

interface CourseItemProps {
  group: string;
  name: string;
  /** In small letters below the name. */
  detail: ReactNode;
  /** Metres. */
  distance: number | null;
  reading: boolean;
  onChoose: () => void;
}

export function CourseItem({ group, name, detail, distance, reading, onChoose }: CourseItemProps) {
  const { t } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  return (
    <Box as="li" borderTop="hairline">
      <chakra.button
        type="button"
        display="flex"
        alignItems="center"
        gap={3}
        w="100%"
        minH="52px"
        px={2}
        textAlign="start"
        cursor="pointer"
        borderRadius="sm"
        _hover={{ bg: 'sunken' }}
        aria-busy={reading || undefined}
        onClick={onChoose}
      >
        {reading ? (
          <Spinner size="22px" label={t`Reading`} />
        ) : (
          <ActivityIcon group={group as ActivityGroupKey} size={22} />
        )}
        <Box as="span" flex={1} minW={0}>
          <Box as="span" display="block" truncate data-untranslated="">
            {name}
          </Box>
          <Box as="span" display="block" truncate color="muted" fontSize="sm">
            {detail}
          </Box>
        </Box>
        {distance !== null && <Figure {...formatDistance(distance, system, { locale })} />}
      </chakra.button>
    </Box>
  );
}
