import type { LoyaltyStatus } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useFormatLocale } from '@waymark/remote';
import { Badge, Panel, Stack, Table, Text } from '@waymark/ui';
import { formatNumber } from '@waymark/units';
import { useLevelName, useRuleName } from './use-loyalty-words.ts';

/** All that earns points, and from how many on each level is reached. */
export function RulesPanel({ status: { status, rules, loyaltyStatus } }: { status: LoyaltyStatus }) {
  const { t } = useLingui();
  const locale = useFormatLocale();
  const ruleName = useRuleName();
  const levelName = useLevelName();
  const number = (value: number) => formatNumber(value, { locale, digits: 0 });
  return (
    <Panel title={<Trans>How points work</Trans>}>
      <Stack gap={6}>
        <Table
          caption={t`What earns points`}
          rows={rules}
          rowKey={({ rule }) => rule}
          columns={[
            { key: 'rule', header: <Trans>For</Trans>, render: ({ rule }) => ruleName(rule) },
            {
              key: 'points',
              header: <Trans>Points</Trans>,
              figure: true,
              render: ({ points }) => number(points),
            },
            {
              key: 'max',
              header: <Trans>At most a day</Trans>,
              figure: true,
              render: ({ daily_max: max }) => number(max),
            },
          ]}
        />
        <Text muted size="sm">
          <Trans>
            Change or delete a workout, and a line in your history corrects its points. Challenges among
            friends, sample workouts and workouts that count nowhere earn none.
          </Trans>
        </Text>
        <Table
          caption={t`Levels`}
          rows={loyaltyStatus.levels}
          rowKey={(level) => level.status}
          columns={[
            {
              key: 'level',
              header: <Trans>Level</Trans>,
              render: (level) => (
                <>
                  {levelName(level.status)}{' '}
                  {level.status === status && (
                    <Badge hue="moss">
                      <Trans>You are here</Trans>
                    </Badge>
                  )}
                </>
              ),
            },
            {
              key: 'from',
              header: <Trans>Points in 365 days</Trans>,
              figure: true,
              render: ({ from }) => number(from),
            },
          ]}
        />
      </Stack>
    </Panel>
  );
}
