import { Trans, useLingui } from '@lingui/react/macro';
import type { Report } from '@waymark/api-contract';
import { DECISION_NAMES, REASON_NAMES, REPORTED_NAMES } from '@waymark/social/report-names';
import { Badge, Box, EmptyState, Flex, Heading, Link, RelativeTime, Text } from '@waymark/ui';
import type { ReactNode } from 'react';

/** What members wrote, as they wrote it. */
export function Quote({ children }: { children: string }) {
  return (
    <Box
      as="blockquote"
      borderInlineStart="3px solid"
      borderColor="hairline"
      ps={3}
      whiteSpace="pre-wrap"
      overflowWrap="anywhere"
      data-untranslated=""
    >
      {children}
    </Box>
  );
}

/** What moderators write to somebody, with whom it is for. */
export function LabelledText({ label, children }: { label: ReactNode; children: string }) {
  return (
    <Text size="sm" whiteSpace="pre-wrap" overflowWrap="anywhere">
      <Text as="span" muted>
        {label}:
      </Text>{' '}
      <span data-untranslated="">{children}</span>
    </Text>
  );
}

/** Whom a case is about, why, and since when. */
export function CaseHeading({ report, id, date }: { report: Report; id: string; date: string }) {
  const { t, i18n } = useLingui();
  const { member, state } = report;
  return (
    <Flex gap={2} wrap="wrap" align="center">
      <Heading level={2} size="lg" id={id} data-untranslated="">
        <Link href={`/profile/${member.id}`} variant="quiet">
          {member.display_name}
        </Link>
      </Heading>
      <Badge hue="sun">{i18n._(REASON_NAMES[report.reason])}</Badge>
      <Badge>{i18n._(REPORTED_NAMES[report.object_type])}</Badge>
      {report.report_count > 1 && <Badge hue="danger">{t`${report.report_count} reports`}</Badge>}
      {state !== 'open' && <Badge hue="moss">{i18n._(DECISION_NAMES[state])}</Badge>}
      <Text as="span" muted size="sm">
        <RelativeTime date={date} />
      </Text>
    </Flex>
  );
}

/** What was reported, and what the reporters say of it. */
export function CaseEvidence({ report: { snapshot, note } }: { report: Report }) {
  return (
    <>
      {snapshot && <Quote>{snapshot}</Quote>}
      {note && (
        <Text muted data-untranslated="">
          {note}
        </Text>
      )}
    </>
  );
}

/** For members who are no moderators. */
export function ModeratorsOnly() {
  return (
    <EmptyState level={1} title={<Trans>This page is for moderators</Trans>}>
      <Trans>If you should have access, ask the people who run this site.</Trans>
    </EmptyState>
  );
}
