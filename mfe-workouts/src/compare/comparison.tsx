import { createStore } from '@waymark/store';
import { Trans, useLingui } from '@lingui/react/macro';
import { useChunk } from '@waymark/remote';
import { Banner, Box, LoadFailed, Skeleton, Stack, Text } from '@waymark/ui';
import { useMemo, useState } from 'react';
import { FiguresTable } from './figures-table.tsx';
import { laidOut, lengthOf } from './grid.ts';
import { OverCharts, type Line } from './over-charts.tsx';
import { PlaceValues } from './place-values.tsx';
import { useCompared, type Compared } from './use-compared.ts';
import { useMeasures } from './use-measures.ts';

const loadMap = () => import(/* webpackChunkName: "compare-map" */ './compare-map.tsx');

/** Everything about some workouts beside each other. What cannot be shown of one is said, and the others go on. */
export function Comparison({ ids, onRemove }: { ids: readonly number[]; onRemove?: (id: number) => void }) {
  const { t } = useLingui();
  const compared = useCompared(ids);
  const [cursor] = useState(() => createStore<number | null>(null));
  const pending = compared.some(
    ({ workout, streams, error }) => !error && (!workout || streams === undefined),
  );
  const rows = compared.flatMap(({ workout }, at) => (workout ? [{ at, workout }] : []));
  const said = useMeasures(rows[0]?.workout.activity_group ?? '');
  // The recordings never change: what was read decides.
  const read = compared.map(({ id, streams }) => `${id} ${streams?.n}`).join();
  const { length, tracks, lines } = useMemo(() => {
    const far = Math.max(0, ...compared.map(({ streams }) => (streams ? lengthOf(streams) : 0)));
    const laid = compared.flatMap(({ workout, streams }, at) =>
      workout && streams ? [{ at, name: workout.name, streams, laid: laidOut(streams, far) }] : [],
    );
    return {
      length: far,
      tracks: laid.filter(({ streams }) => streams.columns.lat),
      lines: laid.filter((one): one is Line & (typeof laid)[number] => one.laid !== null),
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `read` stands for the recordings in `compared`
  }, [read]);
  const { module } = useChunk(loadMap, tracks.length > 0);

  return (
    <Stack gap={{ base: 5, md: 6 }}>
      {compared.map((one) => one.error && <Missing key={one.id} one={one} />)}
      {rows.length > 0 && <FiguresTable rows={rows} {...(onRemove && { onRemove })} />}
      <Unsaid compared={compared} />
      {tracks.length > 0 &&
        (module ? (
          <module.CompareMap tracks={tracks} cursor={cursor} />
        ) : (
          <Skeleton height="380px" radius="8px" />
        ))}
      {pending && <Skeleton height="420px" radius="8px" />}
      {!pending && lines.length > 1 && (
        <Box as="section" aria-label={t`Along the course`}>
          <OverCharts lines={lines} length={length} said={said} cursor={cursor} />
        </Box>
      )}
      {!pending && lines.length > 1 && (
        <PlaceValues lines={lines} length={length} said={said} cursor={cursor} />
      )}
      {!pending && lines.length < 2 && rows.length > 1 && (
        <Text muted>
          <Trans>
            Charts and the time gap need two recordings with a distance. The figures above are complete.
          </Trans>
        </Text>
      )}
    </Stack>
  );
}

function Missing({ one: { error, workout, retry } }: { one: Compared }) {
  const title = workout?.name;
  if (error?.status === 404 || error?.status === 403)
    return (
      <Banner kind="error" title={<Trans>One of these workouts is private or does not exist</Trans>}>
        <Trans>The others are compared without it.</Trans>
      </Banner>
    );
  return (
    <LoadFailed
      title={
        title ? (
          <Trans>We couldn’t load the recording of “{title}”.</Trans>
        ) : (
          <Trans>We couldn’t load one of these workouts.</Trans>
        )
      }
      error={error}
      retry={retry}
    />
  );
}

/** Which of them are missing on the map or in the charts, and why. */
function Unsaid({ compared }: { compared: readonly Compared[] }) {
  const without = compared.filter(({ streams }) => streams === null);
  const indoors = compared.filter(({ streams }) => streams && !streams.columns.lat);
  if (without.length + indoors.length === 0) return null;
  return (
    <Box color="muted" fontSize="sm">
      {without.map(({ id, workout }) => (
        <p key={id}>
          <Trans>“{workout!.name}” has no recording, only its figures.</Trans>
        </p>
      ))}
      {indoors.map(({ id, workout }) => (
        <p key={id}>
          <Trans>“{workout!.name}” has no track, so it is not on the map.</Trans>
        </p>
      ))}
    </Box>
  );
}
