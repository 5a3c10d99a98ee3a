import { keepPreviousData } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import type { LifetimeStats, PersonalRecord } from '@waymark/api-contract';
import { statsCalls } from '@waymark/api-contract/client';
import { useCall, useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import {
  ActivityIcon,
  Box,
  type Column,
  Figure,
  Flex,
  groupKey,
  Link,
  Skeleton,
  Table,
  Text,
  recordName,
} from '@waymark/ui';
import { formatDate } from '@waymark/units';
import { Failed } from '../stats/failed.tsx';
import { useAddressValue } from '../shared/use-address-value.ts';
import { GroupSelect, isGroup } from './group-select.tsx';
import { recordTempo, recordValue } from './record-text.ts';
import { Section } from './section.tsx';

export interface LifetimeSectionProps {
  member: number;
  own: boolean;
  lifetime: LifetimeStats;
}

/** Personal records with their day and their workout. */
export function RecordsSection({ member }: LifetimeSectionProps) {
  const { t, i18n } = useLingui();
  const locale = useFormatLocale();
  const system = useMeasurementSystem();
  const [group, setGroup] = useAddressValue<string>('records', '', isGroup);
  const { data, error, refetch, isFetching } = useCall(
    statsCalls.records,
    { params: { id: member }, query: { activity_group: group || undefined } },
    { placeholderData: keepPreviousData },
  );
  const columns: Column<PersonalRecord>[] = [
    {
      key: 'record',
      header: t`Record`,
      render: ({ key }) => <b>{recordName(key, (message) => i18n._(message))}</b>,
    },
    {
      key: 'value',
      header: t`Best`,
      figure: true,
      render: (record) => <Figure {...recordValue(record, system, locale)} size="md" />,
    },
    {
      key: 'tempo',
      header: t`Pace or speed`,
      figure: true,
      render: (record) => {
        const tempo = recordTempo(record, system, locale);
        return tempo && `${tempo.value} ${tempo.unit}`;
      },
    },
    {
      key: 'date',
      header: t`Date`,
      figure: true,
      render: ({ workout }) => <time dateTime={workout.day}>{formatDate(workout.day, { locale })}</time>,
    },
    {
      key: 'workout',
      header: t`Workout`,
      render: ({ workout }) => (
        <Flex as="span" align="center" gap={2} minH="24px">
          <ActivityIcon group={groupKey(workout.activity_group)} size={20} label={workout.activity_name} />
          <Link variant="quiet" href={`/workout/${workout.id}`}>
            {workout.name}
          </Link>
        </Flex>
      ),
    },
  ];
  return (
    <Section
      id="records"
      title={<Trans>Records</Trans>}
      choices={
        data && (
          <GroupSelect
            groups={data.activity_groups}
            value={group || (data.activity_group ?? '')}
            onChange={setGroup}
          />
        )
      }
    >
      {error && (
        <Failed
          title={<Trans>We couldn’t load the records.</Trans>}
          error={error}
          retry={refetch}
          busy={isFetching}
        />
      )}
      {!data && !error && <Skeleton height="420px" />}
      {data && data.records.length === 0 && (
        <Text muted>
          <Trans>Your first workout with a distance sets your first records.</Trans>
        </Text>
      )}
      {data && data.records.length > 0 && (
        <>
          {/* On a tablet, text of twice the size is wider than the page. */}
          <Box overflowX="auto">
            <Table
              stack
              caption={t`Records`}
              columns={columns}
              rows={data.records}
              rowKey={({ key }) => key}
            />
          </Box>
          <Box mt={3}>
            <Text muted size="sm">
              <Trans>
                Your fastest stretch of each distance counts, also inside a longer workout, and so does a
                whole workout that is 99% to 105% as long.
              </Trans>
            </Text>
          </Box>
        </>
      )}
    </Section>
  );
}
