import type { RouteDetail } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Heading, Skeleton } from '@waymark/ui';
import { useMemo, useState } from 'react';
import { CueSheet } from '../cue-sheet/cue-sheet.tsx';
import { cuesOf } from '../cue-sheet/cues.ts';
import { createFocus } from '../profile/focus.ts';
import { TiedProfile } from '../profile/profile.tsx';
import { useCourse } from '../shared/use-course.ts';
import { RouteMap } from './route-map.tsx';

/** Where a route goes: map and heights under one cursor, and the way in words. */
export default function CoursePart({ route }: { route: RouteDetail }) {
  const { t } = useLingui();
  const [focus] = useState(createFocus);
  const { plan, whole, high } = useCourse(route);
  const cues = useMemo(() => cuesOf(plan, whole), [plan, whole]);
  return (
    <>
      <Box as="section" aria-label={t`Map and heights`} minW={0}>
        <RouteMap route={route} plan={plan} whole={whole} focus={focus} />
        <Box mt={4}>
          {high ? (
            <TiedProfile whole={high} focus={focus} label={t`Elevation profile of ${route.name}`} />
          ) : (
            <Skeleton height="160px" />
          )}
        </Box>
      </Box>
      <Box as="section" aria-labelledby="cue-sheet">
        <Heading level={2} id="cue-sheet" mb={3}>
          <Trans>Cue sheet</Trans>
        </Heading>
        <CueSheet cues={cues} onCursor={(along) => focus.setCursor(along)} />
      </Box>
    </>
  );
}
