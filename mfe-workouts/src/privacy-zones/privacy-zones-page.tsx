import { Trans, useLingui } from '@lingui/react/macro';
import { useAfterPaint, useChunk, usePageTitle } from '@waymark/remote';
import { Box, Button, Grid, Heading, Link, LoadFailed, PlusIcon, Skeleton, Stack, Text } from '@waymark/ui';
import { useMemo, useState } from 'react';
import { MapPlace } from '../shared/map-place.tsx';
import { useOwnTracks } from '../shared/own-tracks.ts';
import { usualStart } from './starts.ts';
import { useZones } from './use-zones.ts';
import { circleOf, draftOf, inputOf, MOST_ZONES, newDraft, textOf, type ZoneDraft } from './zone-draft.ts';
import { ZoneForm } from './zone-form.tsx';
import { ZoneList } from './zone-list.tsx';

const loadCanvas = () => import(/* webpackChunkName: "zone-canvas" */ './zone-canvas.tsx');
const NONE: never[] = [];

/** Places that others are not to find: listed, put on the map, changed and deleted. */
export default function PrivacyZonesPage() {
  const { t } = useLingui();
  usePageTitle(t`Privacy zones`);
  const { zones, error, refetch, isFetching, save, remove } = useZones();
  const tracks = useOwnTracks().data;
  const [draft, setDraft] = useState<ZoneDraft | null>(null);
  const [look, setLook] = useState(0);
  const canvas = useChunk(loadCanvas, useAfterPaint());
  const known = zones ?? NONE;
  const full = known.length >= MOST_ZONES;
  const start = useMemo(() => (tracks && zones ? usualStart(tracks, zones) : null), [tracks, zones]);
  const chosen = useMemo(() => draft && circleOf(draft), [draft]);

  const open = (next: ZoneDraft) => {
    save.reset();
    setDraft(next);
    setLook((n) => n + 1);
  };
  const place = (lat: number, lng: number) => {
    if (!draft && (full || !zones)) return;
    setDraft({ ...(draft ?? newDraft()), ...textOf(lat, lng) });
  };
  const onSave = () => {
    if (!draft) return;
    save.mutate({ id: draft.id, input: inputOf(draft) }, { onSuccess: () => setDraft(null) });
  };

  return (
    <Stack gap={6} w="100%">
      <Box>
        <Heading level={1}>
          <Trans>Privacy zones</Trans>
        </Heading>
        <Text muted maxW="72ch">
          <Trans>
            Inside a zone nobody but you sees where a track goes: not on the map, not in the chart, not in a
            file they download. Figures, records and boards of challenges show others the rest only. You
            always see everything.
          </Trans>
        </Text>
      </Box>
      {error && !zones && (
        <LoadFailed
          title={<Trans>We couldn’t load your zones.</Trans>}
          error={error}
          retry={refetch}
          busy={isFetching}
        >
          <Trans>They still hide your tracks.</Trans>
        </LoadFailed>
      )}
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 380px' }} gap={6}>
        <MapPlace
          chunk={canvas}
          h={{ base: '46vh', lg: '72vh' }}
          minH="320px"
          missing={<Trans>The map could not be loaded. Zones can be placed without it.</Trans>}
        >
          {canvas.module && (
            <canvas.module.ZoneCanvas
              zones={known}
              chosen={chosen}
              chosenId={draft?.id ?? null}
              tracks={tracks}
              look={look}
              onPlace={place}
            />
          )}
        </MapPlace>
        <Box minW={0}>
          {draft && (
            <ZoneForm
              key={draft.id ?? 'new'}
              draft={draft}
              start={start}
              saving={save.isPending}
              error={save.error}
              onChange={setDraft}
              onLook={() => setLook((n) => n + 1)}
              onSave={onSave}
              onCancel={() => setDraft(null)}
            />
          )}
          {!draft && !zones && !error && (
            <Stack gap={3}>
              <Skeleton height="40px" />
              <Skeleton height="48px" />
              <Skeleton height="48px" />
            </Stack>
          )}
          {!draft && zones && (
            <Stack gap={4}>
              {zones.length === 0 && (
                <Text>
                  <Trans>No zones yet. Add one around home, work or anywhere you like.</Trans>
                </Text>
              )}
              <Box>
                <Button
                  variant="primary"
                  icon={<PlusIcon />}
                  disabled={full}
                  onClick={() => open(newDraft())}
                >
                  <Trans>Add a zone</Trans>
                </Button>
              </Box>
              {full && (
                <Text muted size="sm">
                  <Trans>There are {MOST_ZONES} zones at most. Delete one to add another.</Trans>
                </Text>
              )}
              {zones.length > 0 && (
                <ZoneList
                  zones={zones}
                  removing={remove.isPending ? remove.variables.id : undefined}
                  onEdit={(zone) => open(draftOf(zone))}
                  onRemove={(zone) => remove.mutate(zone)}
                />
              )}
              <Text muted size="sm">
                <Trans>
                  Zones apply right away, to old workouts and new ones.{' '}
                  <Link href="/workouts/dashboard/map">Your heat map</Link> stays whole: only you see it.
                </Trans>
              </Text>
            </Stack>
          )}
        </Box>
      </Grid>
    </Stack>
  );
}
