import type { RouteDetail } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { Box, Figure, Flex, Heading, Stack, Text } from '@waymark/ui';
import { formatDistance, formatElevation, type Shown } from '@waymark/units';
import { useMemo, useState } from 'react';
import { CueSheet } from '../cue-sheet/cue-sheet.tsx';
import { cuesOf } from '../cue-sheet/cues.ts';
import { formatLocality } from '../list/place-words.ts';
import { createFocus } from '../profile/profile-focus.ts';
import { ElevationProfile } from '../profile/profile.tsx';
import { SlopeLegend } from '../profile/slope-legend.tsx';
import { estimatedTime, rememberedSpeeds } from '../shared/estimated-time.ts';
import { useCourse } from '../shared/use-course.ts';
import { PaperMap } from './paper-map.tsx';

export type Part = 'map' | 'heights' | 'cues' | 'description';

interface PaperRouteProps {
  route: RouteDetail;
  shown: ReadonlySet<Part>;
}

/** The sheet itself, on the screen as on paper. */
export default function PaperRoute({ route, shown }: PaperRouteProps) {
  const { t } = useLingui();
  const { plan, whole, high } = useCourse(route);
  const [focus] = useState(createFocus);
  const cues = useMemo(() => cuesOf(plan, whole), [plan, whole]);
  return (
    <Stack as="article" gap={5} className="wm-print">
      <Box>
        <Heading level={1} overflowWrap="anywhere" data-untranslated="">
          {route.name}
        </Heading>
        <Text muted size="sm" mt={1} data-untranslated="">
          {[route.activity_name, formatLocality(route), route.user.display_name].filter(Boolean).join(' · ')}
        </Text>
        {/* Paper is left lying about: the key of a link is not printed, and without it the address opens nothing. */}
        {route.privacy === 3 && (
          <Text muted size="xs">
            {location.host}/routes/view/{route.id}
          </Text>
        )}
      </Box>
      <PaperFigures route={route} />
      {shown.has('description') && route.description && (
        <Text whiteSpace="pre-line" overflowWrap="anywhere" data-untranslated="">
          {route.description}
        </Text>
      )}
      {shown.has('map') && <PaperMap route={route} plan={plan} whole={whole} />}
      {shown.has('heights') && high && (
        <Box as="figure" m={0}>
          <ElevationProfile
            bare
            paper
            whole={high}
            focus={focus}
            height={150}
            label={t`Elevation profile of ${route.name}`}
          />
          {high.elevation && <SlopeLegend paper />}
        </Box>
      )}
      {shown.has('cues') && (
        <Box as="section" aria-labelledby="paper-cues">
          <Heading level={2} id="paper-cues" mb={2}>
            <Trans>Cue sheet</Trans>
          </Heading>
          <CueSheet cues={cues} all />
        </Box>
      )}
    </Stack>
  );
}

function PaperFigures({ route }: { route: RouteDetail }) {
  const { t } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const figures: [string, Shown][] = [
    [t`Distance`, formatDistance(route.distance, system, { locale })],
    ...(route.ascent === null
      ? []
      : ([
          [t`Ascent`, formatElevation(route.ascent, system, { locale })],
          [t`Descent`, formatElevation(route.descent, system, { locale })],
        ] satisfies [string, Shown][])),
    [t`Estimated time`, { value: estimatedTime(route, rememberedSpeeds()), unit: '' }],
  ];
  return (
    <Flex as="dl" wrap="wrap" columnGap={8} rowGap={2} borderTop="hairline" pt={3}>
      {figures.map(([label, { value, unit }]) => (
        <div key={label}>
          <Box as="dt" fontSize="xs" color="muted">
            {label}
          </Box>
          <dd>
            <Figure value={value} unit={unit} size="md" />
          </dd>
        </div>
      ))}
    </Flex>
  );
}
