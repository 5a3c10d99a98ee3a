import { Trans, useLingui } from '@lingui/react/macro';
import type { Report } from '@waymark/api-contract';
import { safetyCalls } from '@waymark/api-contract/client';
import { notify } from '@waymark/contract';
import { useFailureText, useSend } from '@waymark/remote';
import { Button, Field, FormError, Modal, RadioGroup, Stack, Text, Textarea } from '@waymark/ui';
import { useState } from 'react';
import { REASON_NAMES } from './report-names.ts';

/** What is reported: a story, a comment, or a member as such. */
export interface ReportedObject {
  type: 'story' | 'comment' | 'user';
  id: number;
}

const NOTE_MAX = 1000;

/** Asks why something is reported, and tells the moderators. */
export default function ReportDialog({
  reported,
  onClose,
}: {
  reported: ReportedObject;
  onClose: () => void;
}) {
  const { t, i18n } = useLingui();
  const failureText = useFailureText();
  const [reason, setReason] = useState<Report['reason'] | ''>('');
  const [note, setNote] = useState('');
  const report = useSend(safetyCalls.report, {
    keepKey: true,
    onSuccess: () => {
      notify({ kind: 'success', text: t`Thanks for the report. A moderator will take a look.` });
      onClose();
    },
  });
  const send = () =>
    reason && report.mutate({ body: { object_type: reported.type, object_id: reported.id, reason, note } });
  return (
    <Modal
      open
      onClose={onClose}
      title={<Trans>Report</Trans>}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" disabled={!reason} loading={report.isPending} onClick={send}>
            <Trans>Send report</Trans>
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <Text muted size="sm">
          <Trans>Only moderators see who reported. The member is not told.</Trans>
        </Text>
        <Field group label={<Trans>What is wrong?</Trans>}>
          <RadioGroup
            options={Object.entries(REASON_NAMES).map(([value, label]) => ({ value, label: i18n._(label) }))}
            value={reason}
            onChange={(value) => setReason(value as Report['reason'])}
          />
        </Field>
        <Field label={<Trans>Anything to add?</Trans>} optional>
          <Textarea value={note} maxLength={NOTE_MAX} onChange={(event) => setNote(event.target.value)} />
        </Field>
        <FormError>{report.error && failureText(report.error)}</FormError>
      </Stack>
    </Modal>
  );
}
