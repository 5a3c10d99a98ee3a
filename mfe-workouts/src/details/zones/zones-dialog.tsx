import type { HeartRateZones, Workout } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { notify } from '@waymark/contract';
import { apiErrorText, useApiQuery } from '@waymark/remote';
import { Banner, Button, Flex, Modal, PlusIcon, Stack, Text } from '@waymark/ui';
import { useState } from 'react';
import { ApplyFrom, validFrom, type From } from './apply-from.tsx';
import { Earlier } from './earlier.tsx';
import { draftsOf, FEWEST, MOST, problemsOf, withOneMore, zonesOf } from './zone-limits.ts';
import { ZoneRow } from './zone-row.tsx';
import { useZoneCalls } from './use-zone-calls.ts';

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
  const { save, remove } = useZoneCalls('/heart_rate_zones/');
  const { data } = useApiQuery<ZoneSets>('main', '/heart_rate_zones/');
  const [drafts, setDrafts] = useState(() => draftsOf(workout.hrZones));
  const [from, setFrom] = useState<From>('now');
  const [tried, setTried] = useState(false);
  const problems = problemsOf(drafts);
  const submit = () => {
    setTried(true);
    if (problems.some(Boolean)) return;
    save.mutate(
      { zones: zonesOf(drafts), ...validFrom(from, workout.start_datetime) },
      {
        onSuccess: () => {
          notify({ kind: 'success', text: t`Your zones are saved.` });
          onClose();
        },
      },
    );
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap={4}>
        <Text muted size="sm">
          <Trans>
            In beats a minute. Each zone begins one above the one before; the last one holds everything above
            it too.
          </Trans>
        </Text>
        {drafts.map((draft, at) => (
          <ZoneRow
            key={draft.key}
            at={at}
            drafts={drafts}
            problem={problems[at]!}
            touched={tried}
            onChange={(change) =>
              setDrafts(drafts.map((one, i) => (i === at ? { ...draft, ...change } : one)))
            }
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
        <ApplyFrom value={from} onChange={setFrom} />
        {(save.error ?? remove.error) && (
          <Banner kind="error">
            {apiErrorText(
              save.error ?? remove.error,
              t`This could not be saved. Nothing was lost; try again.`,
            )}
          </Banner>
        )}
        <Earlier
          sets={(data?._embedded.heart_rate_zones ?? []).flatMap(({ id, created_datetime: since, zones }) =>
            id === null || since === null
              ? []
              : [{ id, since, text: zones.map(({ end }) => end).join(' · ') }],
          )}
          busy={remove.isPending}
          onRemove={(id) => remove.mutate(id)}
        />
        <Flex gap={2} justify="flex-end" wrap="wrap">
          <Button variant="quiet" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="primary" loading={save.isPending}>
            <Trans>Save zones</Trans>
          </Button>
        </Flex>
      </Stack>
    </form>
  );
}
