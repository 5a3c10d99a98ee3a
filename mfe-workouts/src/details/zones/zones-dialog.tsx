import type { Workout } from '@waymark/api-contract';
import { zoneCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useCall, useSend } from '@waymark/remote';
import { Button, Flex, Modal, PlusIcon, Text, ZoneRow } from '@waymark/ui';
import {
  addZoneDraft,
  checkZoneDrafts,
  createZoneDrafts,
  MAX_ZONES,
  MIN_ZONES,
  zonesOfDrafts,
} from '@waymark/units';
import { useState } from 'react';
import { SettingsForm } from './settings-form.tsx';

interface ZonesDialogProps {
  open: boolean;
  workout: Workout;
  onClose: () => void;
}

/** The member's heart-rate zones, each up to a beat of their choice. New ones count from when the member says. */
export function ZonesDialog(props: ZonesDialogProps) {
  return (
    <Modal open={props.open} onClose={props.onClose} size="wide" title={<Trans>Your heart-rate zones</Trans>}>
      <ZonesForm {...props} />
    </Modal>
  );
}

function ZonesForm({ workout, onClose }: ZonesDialogProps) {
  const { t } = useLingui();
  const { data } = useCall(zoneCalls.list, {});
  const save = useSend(zoneCalls.create, { keepKey: true });
  const remove = useSend(zoneCalls.remove);
  const [drafts, setDrafts] = useState(() => createZoneDrafts(workout.hrZones));
  const [tried, setTried] = useState(false);
  const problems = checkZoneDrafts(drafts);
  return (
    <SettingsForm
      save={save}
      remove={remove}
      start={workout.start_datetime}
      from="now"
      bodyOf={(since) => {
        setTried(true);
        return problems.some(Boolean) ? null : { zones: zonesOfDrafts(drafts), ...since };
      }}
      earlier={(data?._embedded.heart_rate_zones ?? []).flatMap(({ id, created_datetime: since, zones }) =>
        id === null || since === null ? [] : [{ id, since, text: zones.map(({ end }) => end).join(' · ') }],
      )}
      action={<Trans>Save zones</Trans>}
      done={t`Your zones are saved.`}
      onClose={onClose}
    >
      <Text muted size="sm">
        <Trans>
          In beats per minute. Each zone starts one beat above the end of the one before; the last has no
          upper limit.
        </Trans>
      </Text>
      {drafts.map((draft, at) => (
        <ZoneRow
          key={draft.key}
          at={at}
          drafts={drafts}
          problem={problems[at]!}
          touched={tried}
          onChange={(change) => setDrafts(drafts.map((one, i) => (i === at ? { ...draft, ...change } : one)))}
          onRemove={
            drafts.length > MIN_ZONES ? () => setDrafts(drafts.filter((_, i) => i !== at)) : undefined
          }
        />
      ))}
      {drafts.length < MAX_ZONES && (
        <Flex>
          <Button size="sm" icon={<PlusIcon />} onClick={() => setDrafts(addZoneDraft(drafts))}>
            <Trans>Add a zone</Trans>
          </Button>
        </Flex>
      )}
    </SettingsForm>
  );
}
