import { Trans, useLingui } from '@lingui/react/macro';
import type { Dashboard } from '@waymark/api-contract';
import { AppLink, useFormatLocale, useMeasurementSystem, useSession } from '@waymark/remote';
import {
  Box,
  Button,
  ChartIcon,
  Figure,
  Flex,
  groupName,
  Heading,
  MapIcon,
  recordName,
  Text,
} from '@waymark/ui';
import { formatDate } from '@waymark/units';
import { recordValue } from '../lifetime/record-text.ts';

interface RecordsProps {
  records: Dashboard['records'];
  /** The activity group that they are of. */
  group: string | null;
  own: boolean;
  userId: string | undefined;
}

/** Personal records with their days, and the ways to everything that has no room here. */
export function DashboardRecords({ records, group, own, userId }: RecordsProps) {
  const { i18n } = useLingui();
  const locale = useFormatLocale();
  const system = useMeasurementSystem();
  const isMember = useSession().userId !== null;
  return (
    <Box as="section" aria-labelledby="records">
      <Flex gap={2} align="baseline" mb={1} minH="var(--wm-height)">
        <Heading level={2} id="records">
          <Trans>Records</Trans>
        </Heading>
        {group !== null && (
          <Text as="span" muted>
            {i18n._(groupName(group))}
          </Text>
        )}
      </Flex>
      {records.length === 0 && (
        <Text muted>
          <Trans>Your first workout with a distance sets your first records.</Trans>
        </Text>
      )}
      <Box as="ul" listStyleType="none">
        {records.map((record) => (
          <Flex
            as="li"
            key={record.key}
            borderTop="hairline"
            position="relative"
            py={1}
            minH="44px"
            gap={3}
            align="center"
            wrap="wrap"
            _hover={{ bg: 'sunken' }}
          >
            <Box flex="1 1 5rem" minW={0} fontWeight={600} css={WHOLE_ROW}>
              <AppLink href={`/workout/${record.workout.id}`} title={record.workout.name}>
                {recordName(record.key, (message) => i18n._(message))}
              </AppLink>
            </Box>
            <Box as="time" color="muted" fontSize="sm" whiteSpace="nowrap" fontVariantNumeric="tabular-nums">
              {formatDate(record.workout.day, { locale })}
            </Box>
            <Box minW="96px" ms="auto" textAlign="end">
              <Figure {...recordValue(record, system, locale)} size="md" />
            </Box>
          </Flex>
        ))}
      </Box>
      <Flex gap={2} wrap="wrap" borderTop="hairline" pt={4}>
        {isMember && (
          <Button
            size="sm"
            variant="outline"
            icon={<ChartIcon size={18} />}
            href={`/workouts/dashboard/lifetime${own ? '' : `?user=${userId}`}`}
          >
            <Trans>Lifetime</Trans>
          </Button>
        )}
        {own && (
          <Button size="sm" variant="outline" icon={<MapIcon size={18} />} href="/workouts/dashboard/map">
            <Trans>Your map</Trans>
          </Button>
        )}
      </Flex>
    </Box>
  );
}

/** The link takes clicks anywhere in the row. */
const WHOLE_ROW = { '& a::after': { content: '""', position: 'absolute', inset: 0 } } as const;

export { GoalRings } from './goal-rings.tsx';
