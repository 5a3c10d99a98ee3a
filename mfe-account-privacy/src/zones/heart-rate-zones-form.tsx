import type { HeartRateZones } from '@waymark/api-contract';
import { zoneCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useCall, useSend } from '@waymark/remote';
import { useHealthConsent } from '@waymark/remote/health-consent';
import { Box, Button, LoadFailed, PlusIcon, Skeleton, Stack, Text, ZoneRow } from '@waymark/ui';
import {
  addZoneDraft,
  checkZoneDrafts,
  createZoneDrafts,
  MAX_ZONES,
  MIN_ZONES,
  zonesOfDrafts,
} from '@waymark/units';
import { useState } from 'react';
import { ZonesForm } from './zones-form.tsx';

/**
 * The zones that count now, to be changed, and those before.
 * @param props.hasConsent while it is taken back the form stays as it is typed: what is stored is hidden
 */
export function HeartRateZonesForm({ timeZone, hasConsent }: { timeZone: string; hasConsent: boolean }) {
  const { data, error, refetch, isFetching } = useCall(zoneCalls.list, {}, { enabled: hasConsent });
  const sets = data?._embedded.heart_rate_zones;
  if (error && !sets)
    return (
      <LoadFailed
        title={<Trans>We couldn’t load your zones.</Trans>}
        error={error}
        retry={refetch}
        busy={isFetching}
      />
    );
  if (!sets) return <Skeleton height="280px" />;
  return <Form key={sets[0]?.id ?? 0} sets={sets} timeZone={timeZone} />;
}

function Form({ sets, timeZone }: { sets: readonly HeartRateZones[]; timeZone: string }) {
  const { t } = useLingui();
  const save = useSend(zoneCalls.create, { keepKey: true });
  useHealthConsent(save.error);
  const remove = useSend(zoneCalls.remove);
  const [drafts, setDrafts] = useState(() => createZoneDrafts(sets[0]?.zones ?? []));
  const [hasTried, setHasTried] = useState(false);
  const problems = checkZoneDrafts(drafts);
  return (
    <ZonesForm
      save={save}
      remove={remove}
      timeZone={timeZone}
      bodyOf={(since) => {
        setHasTried(true);
        return problems.some(Boolean) ? null : { zones: zonesOfDrafts(drafts), ...since };
      }}
      earlier={sets.flatMap(({ id, created_datetime: since, zones }) =>
        id === null || since === null ? [] : [{ id, since, text: zones.map(({ end }) => end).join(' · ') }],
      )}
      action={<Trans>Save zones</Trans>}
      saved={t`Your zones are saved.`}
    >
      <Text muted size="sm">
        <Trans>
          In beats a minute. Each zone begins one beat above the one before; the last one holds everything
          above it too.
        </Trans>
      </Text>
      <Stack gap={4} maxWidth="520px">
        {drafts.map((draft, at) => (
          <ZoneRow
            key={draft.key}
            at={at}
            drafts={drafts}
            problem={problems[at] ?? null}
            touched={hasTried}
            onChange={(change) =>
              setDrafts(drafts.map((one, i) => (i === at ? { ...draft, ...change } : one)))
            }
            onRemove={
              drafts.length > MIN_ZONES ? () => setDrafts(drafts.filter((_, i) => i !== at)) : undefined
            }
          />
        ))}
        {drafts.length < MAX_ZONES && (
          <Box>
            <Button size="sm" icon={<PlusIcon />} onClick={() => setDrafts(addZoneDraft(drafts))}>
              <Trans>Add a zone</Trans>
            </Button>
          </Box>
        )}
      </Stack>
    </ZonesForm>
  );
}
