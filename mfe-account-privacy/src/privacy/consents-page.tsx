import type { ConsentRecord, ConsentSource, ConsentState } from '@waymark/api-contract';
import { consentCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useCall, useFormatLocale, useSession } from '@waymark/remote';
import { Badge, Box, Button, chakra, Panel, Stack, Table, Text } from '@waymark/ui';
import { formatDateTime } from '@waymark/units';
import { ConsentText } from './consent-text.tsx';
import { ConsentsGate } from './consents-gate.tsx';
import { OptOutNote } from './opt-out-note.tsx';
import { PrivacyFrame, usePrivacyLinks } from './privacy-frame.tsx';
import { RegionField } from './region-field.tsx';
import { StoredHealthData } from './stored-health-data.tsx';
import { useConsents, type ConsentItem, type Consents } from './use-consents.ts';

/** Every consent with its text, what was answered and when. */
export default function ConsentsPage() {
  const { t } = useLingui();
  const state = useConsents();
  const { link } = usePrivacyLinks();
  return (
    <PrivacyFrame
      title={t`Consents`}
      lead={<Trans>What we ask for where you live, and what you said.</Trans>}
    >
      <ConsentsGate state={state}>
        {(consents) => (
          <Stack gap={6}>
            <OptOutNote status={consents.status} />
            <RegionField consents={consents} state={state} />
            <ConsentList consents={consents} />
            <Box>
              <Button variant="primary" href={link('consents/edit')}>
                <Trans>Change your answers</Trans>
              </Button>
            </Box>
            {state.isMember && <StoredHealthData />}
            {state.isMember && <History items={consents.items} />}
          </Stack>
        )}
      </ConsentsGate>
    </PrivacyFrame>
  );
}

function ConsentList({ consents: { items, matrix, status } }: { consents: Consents }) {
  const isSignalBinding = status.gpc.is_received && matrix.honours_gpc;
  return (
    <Stack as="ul" gap={0} listStyleType="none" padding={0} margin={0}>
      {items.map((item) => (
        <chakra.li key={item.id} borderTop="hairline" paddingBlock={4}>
          <ConsentText item={item} />
          <Answered item={item} isSignalBinding={isSignalBinding} />
        </chakra.li>
      ))}
    </Stack>
  );
}

interface AnsweredProps {
  item: ConsentItem;
  isSignalBinding: boolean;
}

function Answered({ item: { current, refused_by_gpc }, isSignalBinding }: AnsweredProps) {
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={2} marginTop={2} fontSize="sm">
      {current.is_granted ? (
        <Badge hue="moss">
          <Trans>On</Trans>
        </Badge>
      ) : (
        <Badge>
          <Trans>Off</Trans>
        </Badge>
      )}
      <chakra.span color="muted">
        <AnswerText current={current} isRefusedBySignal={isSignalBinding && refused_by_gpc} />
      </chakra.span>
    </chakra.div>
  );
}

function AnswerText({ current, isRefusedBySignal }: { current: ConsentState; isRefusedBySignal: boolean }) {
  const locale = useFormatLocale();
  const { user } = useSession();
  const { choice, source, is_granted, needs_answer, recorded_datetime: at } = current;
  if (choice !== 'declined' && !is_granted && isRefusedBySignal)
    return <Trans>Refused by your browser’s signal</Trans>;
  if (choice === null)
    return is_granted ? (
      <Trans>Not answered yet: on until you decline</Trans>
    ) : (
      <Trans>Not answered yet</Trans>
    );
  const day = formatDateTime(at, { locale, timeZone: user?.time_zone ?? 'UTC' });
  if (choice === 'accepted')
    return needs_answer ? (
      <Trans>You accepted on {day}. It stays off until you answer again.</Trans>
    ) : (
      <Trans>You accepted on {day}</Trans>
    );
  switch (source) {
    case 'gpc':
      return <Trans>Refused by your browser’s signal, {day}</Trans>;
    case 'browser':
      return <Trans>Declined in your browser before you logged in, {day}</Trans>;
    case 'import':
      return <Trans>Declined in your former account, {day}</Trans>;
    case 'form':
    case 'signup':
    case null:
      return <Trans>You declined on {day}</Trans>;
  }
}

/** Nothing of it is ever overwritten. */
function History({ items }: { items: readonly ConsentItem[] }) {
  const { t } = useLingui();
  const locale = useFormatLocale();
  const { user } = useSession();
  const { data } = useCall(consentCalls.history);
  const records = data?.records ?? [];
  if (records.length === 0) return null;
  const sourceNames: Record<ConsentSource, string> = {
    form: t`You`,
    signup: t`Your sign-up`,
    gpc: t`Your browser’s signal`,
    browser: t`A browser, before you logged in`,
    import: t`Your former account`,
  };
  const titleOf = (id: string) => items.find((item) => item.id === id)?.title ?? id;
  return (
    <Panel title={<Trans>History</Trans>}>
      <Text muted size="sm" marginBottom={3}>
        <Trans>Every answer you gave, latest first.</Trans>
      </Text>
      <Table<ConsentRecord>
        caption={t`Your answers`}
        stack
        rows={records}
        rowKey={(_, index) => index}
        columns={[
          {
            key: 'consent',
            header: t`Consent`,
            render: ({ consent_id: id, wording }) => (
              <span data-untranslated="">{wording?.title ?? titleOf(id)}</span>
            ),
          },
          {
            key: 'choice',
            header: t`Answer`,
            render: ({ choice }) => (choice === 'accepted' ? t`Accepted` : t`Declined`),
          },
          { key: 'source', header: t`From`, render: ({ source }) => sourceNames[source] },
          {
            key: 'at',
            header: t`When`,
            render: ({ recorded_datetime: at }) =>
              formatDateTime(at, { locale, timeZone: user?.time_zone ?? 'UTC' }),
          },
          {
            key: 'version',
            header: t`Version`,
            render: ({ matrix_id: id, matrix_version: version }) => (
              <span data-untranslated="">{`${id} ${version}`}</span>
            ),
          },
          {
            key: 'wording',
            header: t`Wording`,
            render: ({ wording }) => wording && <Wording wording={wording} />,
          },
        ]}
      />
    </Panel>
  );
}

/** The words as they stood when they were answered. */
function Wording({ wording: { text, consequence } }: { wording: NonNullable<ConsentRecord['wording']> }) {
  return (
    <chakra.details fontSize="sm" color="muted">
      <chakra.summary cursor="pointer">
        <Trans>Read</Trans>
      </chakra.summary>
      <span data-untranslated="">{text}</span>{' '}
      <Trans>
        If declined: <span data-untranslated="">{consequence}</span>
      </Trans>
    </chakra.details>
  );
}
