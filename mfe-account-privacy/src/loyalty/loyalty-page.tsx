import type { LoyaltyStatus, User } from '@waymark/api-contract';
import { loyaltyCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useCall, useFormatLocale } from '@waymark/remote';
import { Box, EmptyState, Figure, LoadFailed, Panel, ProgressBar, Skeleton, Stack, Text } from '@waymark/ui';
import { formatDate, formatNumber } from '@waymark/units';
import { AccountFrame } from '../page/account-frame.tsx';
import { MemberGate } from '../page/member-gate.tsx';
import { firstHistoryPage, PointsHistory } from './points-history.tsx';
import { RulesPanel } from './rules-panel.tsx';
import { useLevelName } from './use-loyalty-words.ts';

/** The member's points: how many, what they make of the status, where they came from, and the rules. */
export default function LoyaltyPage() {
  const { t } = useLingui();
  return (
    <AccountFrame
      title={t`Points`}
      path="/account/loyalty"
      lead={<Trans>Workouts and challenges earn points, and points lift your status.</Trans>}
    >
      <MemberGate>{(member) => <Points member={member} />}</MemberGate>
    </AccountFrame>
  );
}

function Points({ member: { id } }: { member: User }) {
  const { data: status, error, refetch, isFetching } = useCall(loyaltyCalls.status, { params: { id } });
  const history = useCall(loyaltyCalls.points, firstHistoryPage(id), { enabled: status !== undefined });
  if (error?.status === 404)
    return (
      <EmptyState title={<Trans>Points aren’t available yet</Trans>}>
        <Trans>We’re trying them out. Every workout you log now counts later.</Trans>
      </EmptyState>
    );
  if (error && !status)
    return (
      <LoadFailed
        title={<Trans>We couldn’t load your points.</Trans>}
        error={error}
        retry={refetch}
        busy={isFetching}
      />
    );
  if (!status)
    return (
      <Stack gap={5} aria-busy="true">
        <Skeleton height="160px" />
        <Skeleton height="240px" />
      </Stack>
    );
  return (
    <Stack gap={6}>
      <StatusPanel status={status} />
      <PointsHistory userId={id} />
      {/* The history above has any height: rules that were there before it would move down the page. */}
      {(history.data || history.error) && <RulesPanel status={status} />}
    </Stack>
  );
}

function StatusPanel({ status: { status, loyaltyStatus } }: { status: LoyaltyStatus }) {
  const { t } = useLingui();
  const locale = useFormatLocale();
  const levelName = useLevelName();
  const { points, next, since, levels } = loyaltyStatus;
  const number = (value: number) => formatNumber(value, { locale, digits: 0 });
  const from = levels.findLast((level) => level.from <= points)?.from ?? 0;
  return (
    <Panel title={<Trans>Your status: {levelName(status)}</Trans>}>
      <Figure value={number(points)} unit={t`points`} size="xl" />
      <Text muted size="sm" mt={1}>
        <Trans>In the last 365 days, since {formatDate(since, { locale })}</Trans>
      </Text>
      {next ? (
        <Box mt={4}>
          <ProgressBar
            label={t`On the way to ${levelName(next.status)}`}
            value={points - from}
            max={next.from - from}
            valueText={t`${number(points)} of ${number(next.from)} points`}
          />
          <Text mt={2}>
            <Trans>
              {number(next.missing)} points to {levelName(next.status)}
            </Trans>
          </Text>
        </Box>
      ) : (
        <Text mt={4}>
          <Trans>You’ve reached the highest level. Keep moving to stay there.</Trans>
        </Text>
      )}
    </Panel>
  );
}
