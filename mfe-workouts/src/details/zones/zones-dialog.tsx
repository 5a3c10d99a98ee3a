import type { HeartRateZones, Workout } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useApiQuery } from '@waymark/remote';
import { Button, Flex, Modal, PlusIcon, Text } from '@waymark/ui';
import { useState } from 'react';
import { SettingsForm } from './settings-form.tsx';
import { draftsOf, FEWEST, MOST, problemsOf, withOneMore, zonesOf } from './zone-limits.ts';
import { ZoneRow } from './zone-row.tsx';

const PATH = '/heart_rate_zones/';

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

interface ZoneSets {
  _embedded: { heart_rate_zones: HeartRateZones[] };
}

function ZonesForm({ workout, onClose }: ZonesDialogProps) {
  const { t } = useLingui();
  const { data } = useApiQuery<ZoneSets>('main', PATH);
  const [drafts, setDrafts] = useState(() => draftsOf(workout.hrZones));
  const [tried, setTried] = useState(false);
  const problems = problemsOf(drafts);
  return (
    <SettingsForm
      path={PATH}
      start={workout.start_datetime}
      from="now"
      wish={() => {
        setTried(true);
        return problems.some(Boolean) ? null : { zones: zonesOf(drafts) };
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
          In beats a minute. Each zone begins one above the one before; the last one holds everything above it
          too.
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
          onRemove={drafts.length > FEWEST ? () => setDrafts(drafts.filter((_, i) => i !== at)) : undefined}
        />
      ))}
      {drafts.length < MOST && (
        <Flex>
          <Button size="sm" icon={<PlusIcon />} onClick={() => setDrafts(withOneMore(drafts))}>
            <Trans>Add a zone</Trans>
          </Button>
        </Flex>
      )}
    </SettingsForm>
  );
}
