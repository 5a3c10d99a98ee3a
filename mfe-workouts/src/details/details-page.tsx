import type { Workout } from '@waymark/api-contract';
import { useLingui } from '@lingui/react/macro';
import { Stack } from '@waymark/ui';
import { FigureNotes } from '../import/figure-notes.tsx';
import { usePageTitle } from '../shared/page-title.ts';
import { useWorkout } from '../shared/use-workout.ts';
import { WorkoutMissing } from '../shared/workout-missing.tsx';
import { DetailsSkeleton } from './details-skeleton.tsx';
import { useAfterPaint, useChunk } from './recording/use-chunk.ts';
import { RecordingSection } from './recording/recording-section.tsx';
import { Laps } from './summary/laps.tsx';
import { Legs } from './summary/legs.tsx';
import { HiddenPart, Noticed, Notes } from './summary/remarks.tsx';
import { SummaryTiles } from './summary/summary-tiles.tsx';
import { WorkoutHeader } from './summary/workout-header.tsx';

const loadExtras = () => import(/* webpackChunkName: "extras" */ './extras/extras-chunk.tsx');

const loadEditNote = () => import(/* webpackChunkName: "edit-note" */ '../cut/edit-note.tsx');

const loadSameCourse = () =>
  import(/* webpackChunkName: "same-course" */ '../compare/similar/same-course.tsx');

/** One workout: what it was, its figures, where it went, and how it went on. */
export default function DetailsPage() {
  const { t } = useLingui();
  const { data, error, refetch } = useWorkout();
  usePageTitle(data?.name ?? t`Workout`);
  if (data) return <WorkoutDetails workout={data} />;
  return error ? <WorkoutMissing error={error} retry={() => void refetch()} /> : <DetailsSkeleton />;
}

function WorkoutDetails({ workout }: { workout: Workout }) {
  const painted = useAfterPaint();
  const extras = useChunk(loadExtras, painted).module;
  const course = useChunk(loadSameCourse, painted && workout.preview.polyline !== null).module;
  const edits = useChunk(loadEditNote, painted && workout.can.edit && workout.has_time_series).module;
  return (
    <Stack gap={{ base: 6, md: 8 }} w="100%">
      <WorkoutHeader workout={workout} />
      {edits && <edits.EditNote workout={workout} />}
      <SummaryTiles workout={workout} />
      {workout.legs.length > 0 && <Legs legs={workout.legs} />}
      {workout.has_hidden_part && <HiddenPart workout={workout} />}
      {/* Another workout starts afresh: nothing selected in the last one stays. */}
      {workout.has_time_series && <RecordingSection key={workout.id} workout={workout} />}
      {workout.laps.length > 0 && <Laps workout={workout} />}
      {workout.notes && <Notes text={workout.notes} />}
      {extras && <extras.Extras key={`extras ${workout.id}`} workout={workout} />}
      {course && <course.SameCourse key={`course ${workout.id}`} workout={workout} />}
      {workout.warnings.length > 0 && <Noticed workout={workout} />}
      {workout.has_time_series && <FigureNotes />}
    </Stack>
  );
}
