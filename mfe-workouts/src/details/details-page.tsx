import { useAfterPaint, useChunk, usePageTitle } from '@waymark/remote';
import type { Workout } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { hasEarlyView } from '@waymark/remote/early/has-early-view';
import { lazy, Suspense, useCallback, useState } from 'react';
import { Button, Skeleton } from '@waymark/ui';
import { useWorkout, WorkoutMissing } from '../shared/use-workout.tsx';
import './look.css';
import { earlyRecording } from './recording/early-recording.ts';
import { RecordingSection } from './recording/recording-section.tsx';
import { HiddenPart } from './summary/hidden-part.tsx';
import { SummaryTiles } from './summary/summary-tiles.tsx';
import { WorkoutHeader } from './summary/workout-header.tsx';

const ShareAgainNotice = lazy(async () => ({
  default: (await import(/* webpackChunkName: "share-link" */ '@waymark/remote/share-link')).ShareAgainNotice,
}));
const loadLegs = () => import(/* webpackChunkName: "legs" */ './summary/legs.tsx');
const loadExtras = () => import(/* webpackChunkName: "extras" */ './extras/extras-chunk.tsx');

/** One workout: what it was, its figures, where it went, and how it went on. */
export default function DetailsPage() {
  const { t } = useLingui();
  const { data, error, refetch } = useWorkout();
  usePageTitle(data?.name ?? t`Workout`);
  // A workout that was there may be gone, as after a block.
  if (data && error?.status !== 404) return <WorkoutDetails workout={data} />;
  if (error) return <WorkoutMissing error={error} retry={() => void refetch()} />;
  return hasEarlyView() ? null : <DetailsSkeleton />;
}

function WorkoutDetails({ workout }: { workout: Workout }) {
  const [early] = useState(() => earlyRecording(workout.id));
  const [charted, setCharted] = useState(false);
  const onCharted = useCallback(() => setCharted(true), []);
  // Where the recording is on its way already, its chart goes first.
  const later = useAfterPaint() && (charted || !early);
  const extras = useChunk(loadExtras, later).module;
  return (
    <div className="wm-w-details">
      <WorkoutHeader workout={workout} />
      {extras && workout.can.edit && workout.has_time_series && <extras.EditNote workout={workout} />}
      {extras && workout.exclusion && (
        <extras.ExclusionNote
          key={`exclusion ${workout.id}`}
          workout={workout}
          exclusion={workout.exclusion}
        />
      )}
      {later && workout.can.edit && workout.privacy === 6 && (
        <Suspense>
          <ShareAgainNotice kind="workout" id={workout.parent_id ?? workout.id} />
        </Suspense>
      )}
      <SummaryTiles workout={workout} />
      {workout.legs.length > 0 && <LegsPart legs={workout.legs} />}
      {workout.has_hidden_part && <HiddenPart workout={workout} />}
      {/* Another workout starts afresh: nothing selected in the last one stays. */}
      {workout.has_time_series && (
        <RecordingSection
          key={workout.id}
          workout={workout}
          early={early?.id === workout.id ? early : undefined}
          onCharted={onCharted}
        />
      )}
      {/* How it compares with the same course before is what many look for first. */}
      {extras && workout.preview.polyline !== null && (
        <extras.SameCourse key={`course ${workout.id}`} workout={workout} />
      )}
      {extras && workout.lengths.length > 0 && <extras.Lengths workout={workout} />}
      {extras && workout.laps.length > 0 && <extras.Laps workout={workout} />}
      {extras && <extras.Remarks workout={workout} />}
      {extras && <extras.Extras key={`extras ${workout.id}`} workout={workout} />}
      {extras && <extras.Replies key={`replies ${workout.id}`} workout={workout} />}
      {extras && workout.warnings.length > 0 && <extras.Noticed workout={workout} />}
      {extras && workout.has_time_series && <extras.FigureNotes />}
    </div>
  );
}

/** Few workouts have any: their script comes with one that does. */
function LegsPart({ legs }: Pick<Workout, 'legs'>) {
  const { module, failed, retry } = useChunk(loadLegs, true);
  if (module) return <module.Legs legs={legs} />;
  if (!failed) return <Skeleton height={`${48 + 57 * legs.length}px`} />;
  return (
    <Button alignSelf="start" onClick={retry}>
      <Trans>Load the legs again</Trans>
    </Button>
  );
}

/** The page in outline while its workout is on the way. */
function DetailsSkeleton() {
  const { t } = useLingui();
  return (
    <div className="wm-w-details" role="status" aria-label={t`Loading the workout`}>
      <Skeleton height="56px" width="60%" />
      <div className="wm-w-tiles">
        {['a', 'b', 'c', 'd', 'e'].map((tile) => (
          <Skeleton key={tile} height="60px" width="80%" />
        ))}
      </div>
      <Skeleton height="420px" radius="8px" />
    </div>
  );
}
