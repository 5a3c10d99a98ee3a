import type { Workout } from '@waymark/api-contract';
import { Trans } from '@lingui/react/macro';
import { useSession } from '@waymark/remote';
import { Box, Heading, Stack } from '@waymark/ui';
import { PhotosSection } from '../photos/photos-section.tsx';
import { Badges } from './badges.tsx';
import { RoutePart } from './route-part.tsx';
import { GearPart } from '../gear/gear-part.tsx';
import { WeatherPart } from './weather-part.tsx';

// Whatever comes after the figures and the recording comes with them.
export { EditNote } from './edit-note.tsx';
export { ExclusionNote } from './exclusion-note.tsx';
export { SameCourse } from '../similar/same-course.tsx';
export { FigureNotes } from '../../import/figure-notes.tsx';
export { Replies } from './replies-part.tsx';
export { Lengths } from '../summary/lengths.tsx';
export { Laps } from '../summary/laps.tsx';
export { Noticed, Remarks } from '../summary/remarks.tsx';

/** Photos of the workout, the weather it had, the route it followed and what was used: all that does not come from its recording. */
export function Extras({ workout }: { workout: Workout }) {
  const own = useSession().userId === workout.user.id;
  const outdoors = workout.preview.polyline !== null;
  const withGear = workout.gear !== null || (own && workout.can.edit);
  const badges = workout.attributions.length > 0;
  return (
    <Stack gap={{ base: 6, md: 8 }}>
      {(outdoors || withGear || badges || workout.route) && (
        <Box
          display="grid"
          gap={{ base: 6, md: 8 }}
          gridTemplateColumns={{ md: 'repeat(2, minmax(0, 1fr))' }}
        >
          {outdoors && <WeatherPart workoutId={workout.id} own={own} />}
          {workout.route && <RoutePart route={workout.route} />}
          {(withGear || badges) && (
            <Box as="section" aria-labelledby="used" minW={0}>
              <Heading level={2} id="used" mb={3}>
                <Trans>Gear</Trans>
              </Heading>
              {withGear && <GearPart workout={workout} own={own} />}
              {badges && <Badges attributions={workout.attributions} own={own} />}
            </Box>
          )}
        </Box>
      )}
      <PhotosSection workout={workout} />
    </Stack>
  );
}
