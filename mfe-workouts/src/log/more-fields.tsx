import { useLingui } from '@lingui/react/macro';
import { useChunk, useAfterPaint } from '@waymark/remote';
import { Box, Skeleton } from '@waymark/ui';
import { NotesAudience } from './notes-audience.tsx';
import type { LogForm } from './use-log-form.ts';

const loadMore = () => import(/* webpackChunkName: "log-more" */ './more-chunk.ts');

/** What the clocks did that night, where they did anything. */
export function ClockNote({ log: { values } }: { log: LogForm }) {
  const more = useChunk(loadMore, useAfterPaint()).module;
  return more ? <more.ClockNote values={values} /> : null;
}

/** Mood, effort, gear, route and photos, which come after the fields that everyone fills in. */
export function MoreFields({ log }: { log: LogForm }) {
  const { t } = useLingui();
  const more = useChunk(loadMore, useAfterPaint()).module;
  const { values, set } = log;
  const audience = <NotesAudience areShared={values.areNotesShared} />;
  if (!more) return <Skeleton height="72px" />;
  return (
    <>
      <more.MoodPicker
        mood={values.mood ?? null}
        hint={audience}
        error={log.refused.mood}
        onChange={(mood) => set('mood', mood)}
      />
      <more.EffortPicker
        effort={values.effort}
        hint={audience}
        error={log.refused.effort}
        onChange={(effort) => set('effort', effort)}
      />
      <Box maxW={{ md: '50%' }}>
        <more.GearSelect
          label={t`Gear`}
          hint={audience}
          optional
          group={values.activityGroup}
          value={values.gearId}
          name={values.gearName}
          onChange={(id) => set('gearId', id)}
        />
      </Box>
      <more.RoutePick
        value={values.routeId}
        name={values.routeName}
        error={log.refused.routeId}
        onChange={(route) => log.setRoute(route)}
      />
      <more.PhotoPicks files={log.photos} onChange={log.setPhotos} />
    </>
  );
}
