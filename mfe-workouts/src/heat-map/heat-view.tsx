import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useAfterPaint, useChunk } from '@waymark/remote';
import { Box, Button, Flex, Grid, Heading, ListIcon, MapIcon, Skeleton, Stack, Text } from '@waymark/ui';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { MapPlace } from '../shared/map-place.tsx';
import type { OwnTracks } from '../shared/own-tracks.ts';
import { maskOf, readFilter, withFilter } from './filter.ts';
import { HeatFilters } from './heat-filters.tsx';
import { Legend } from './legend.tsx';
import { WorkoutList } from './workout-list.tsx';

const loadTable = () => import(/* webpackChunkName: "heat-table" */ './heat-table.tsx');
const loadCanvas = () => import(/* webpackChunkName: "heat-canvas" */ './heat-canvas.tsx');
/** What a screen has left below title and filters. */
const HEIGHT = 'max(480px, calc(100vh - 440px))';
const localToday = () => new Intl.DateTimeFormat('en-CA').format(new Date());

/** Filters, the map and the workouts at a spot; or all of it as a table. */
export function HeatView({ tracks }: { tracks: OwnTracks }) {
  const { t } = useLingui();
  const { header } = tracks;
  const [today] = useState(localToday);
  const [params, setParams] = useSearchParams();
  const filter = readFilter(params);
  const { group, from, to } = filter;
  const shown = useMemo(() => maskOf(header, { group, from, to }), [header, group, from, to]);
  const asTable = params.get('view') === 'table';
  const [inView, setInView] = useState<number[] | null>(null);
  const [spot, setSpot] = useState<number[] | null>(null);
  const [most, setMost] = useState(0);
  const canvas = useChunk(loadCanvas, useAfterPaint());
  const table = useChunk(loadTable, asTable);
  const count = shown ? shown.reduce((sum, one) => sum + one, 0) : header.id.length;

  const show = (wanted: boolean) => {
    const next = new URLSearchParams(params);
    if (wanted) next.set('view', 'table');
    else next.delete('view');
    setParams(next, { replace: true });
  };
  return (
    <Stack gap={4}>
      <HeatFilters
        header={header}
        filter={filter}
        today={today}
        onChange={(next) => {
          setSpot(null);
          setParams(withFilter(params, next), { replace: true });
        }}
      />
      <Flex justify="space-between" align="center" gap={3} wrap="wrap">
        <Text role="status" fontVariantNumeric="tabular-nums">
          <Plural value={count} _0="No workout" one="# workout" other="# workouts" />
        </Text>
        <Flex align="center" gap={4} wrap="wrap">
          {!asTable && <Legend most={count > 0 ? most : 0} />}
          <Button
            size="sm"
            whiteSpace="nowrap"
            icon={asTable ? <MapIcon /> : <ListIcon />}
            onClick={() => show(!asTable)}
          >
            {asTable ? <Trans>Show as map</Trans> : <Trans>Show as table</Trans>}
          </Button>
        </Flex>
      </Flex>
      {asTable && table.module && <table.module.HeatTable header={header} shown={shown} inView={inView} />}
      {asTable && !table.module && !table.failed && <Skeleton height="320px" />}
      {asTable && table.failed && (
        <Flex role="alert" align="center" gap={3} wrap="wrap">
          <Trans>The table could not be loaded.</Trans>
          <Button size="sm" onClick={table.retry}>
            <Trans>Load the table again</Trans>
          </Button>
        </Flex>
      )}
      <Grid
        display={asTable ? 'none' : 'grid'}
        templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 340px' }}
        gap={6}
      >
        <MapPlace
          chunk={canvas}
          h={{ base: '60vh', lg: HEIGHT }}
          minH="360px"
          missing={<Trans>The map could not be loaded.</Trans>}
        >
          {canvas.module && !asTable && (
            <canvas.module.HeatCanvas
              tracks={tracks}
              shown={shown}
              onTap={setSpot}
              onView={setInView}
              onScale={setMost}
            />
          )}
        </MapPlace>
        <Box as="section" aria-label={t`Workouts at a spot`} aria-live="polite">
          <Heading level={2} size="xl" mb={2}>
            {spot === null ? (
              <Trans>A spot on the map</Trans>
            ) : (
              <Plural value={spot.length} _0="No workout here" one="# workout here" other="# workouts here" />
            )}
          </Heading>
          {spot === null || spot.length === 0 ? (
            <Text muted>
              <Trans>Choose a spot on the map to see the workouts that passed it, newest first.</Trans>
            </Text>
          ) : (
            <Box maxH={{ lg: `calc(${HEIGHT} - 48px)` }} overflowY={{ lg: 'auto' }}>
              <WorkoutList key={spot.join(' ')} header={header} tracks={spot} />
            </Box>
          )}
        </Box>
      </Grid>
    </Stack>
  );
}
