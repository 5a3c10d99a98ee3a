import { Trans, useLingui } from '@lingui/react/macro';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import type { PlanLine } from '@waymark/routes';
import { Box, Flex } from '@waymark/ui';
import { useEffect, useLayoutEffect, useRef, useState, useMemo } from 'react';
import { createFocus, type ProfileFocus, type Range } from './profile-focus.ts';
import { heightsOf } from './heights.ts';
import { SlopeLegend } from './slope-legend.tsx';
import { ProfileTable } from './profile-table.tsx';
import { createProfileView, type ProfileView } from './profile-view.ts';
import type { ProfileTexts } from './profile-texts.ts';

export interface ElevationProfileProps {
  /** The course; the same object as long as it is the same course. */
  whole: PlanLine;
  /** Cursor and selected part, shared with a map. A `Planner` is one; else `createFocus()`. */
  focus: ProfileFocus;
  /** Names the course: 'Elevation profile of Morning loop'. */
  label: string;
  /** Pixels of the drawing; default 160. */
  height?: number;
  /** Without legend and table, where there is no room. */
  bare?: boolean;
  paper?: boolean;
}

/** The elevation of a course. It follows `focus` without being rendered anew. */
export function ElevationProfile({ whole, focus, label, height = 160, bare, paper }: ElevationProfileProps) {
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const texts = useProfileTexts(label);
  const heights = heightsOf(whole);
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<ProfileView>(null);
  useEffect(() => {
    if (!heights) return;
    const options = { heights, focus, texts, height, system, locale, paper };
    if (view.current) view.current.update(options);
    else view.current = createProfileView(box.current!, options);
  }, [heights, focus, texts, height, system, locale, paper]);
  const there = heights !== null;
  useEffect(() => {
    if (!there) return undefined;
    return () => {
      view.current?.destroy();
      view.current = null;
    };
  }, [there]);
  if (!heights)
    return (
      <Flex
        h={`${height}px`}
        align="center"
        justify="center"
        bg="sunken"
        color="muted"
        borderRadius="md"
        px={4}
      >
        <Trans>No elevation data for this area.</Trans>
      </Flex>
    );
  return (
    <Box minW={0}>
      <Box ref={box} h={`${height}px`} minW={0} />
      {!bare && (
        <Flex mt={2} wrap="wrap" justify="space-between" columnGap={5} rowGap={1}>
          <SlopeLegend paper={paper} />
          <ProfileTable heights={heights} system={system} locale={locale} />
        </Flex>
      )}
    </Box>
  );
}

export interface ProfileProps extends Omit<ElevationProfileProps, 'focus'> {
  /** Metres along the course, null for nowhere. */
  cursor: number | null;
  range: Range | null;
  /** At most once for each move of the pointer. */
  onCursor: (along: number | null) => void;
  onRange: (range: Range | null) => void;
}

/** The same for whoever holds cursor and selected part in properties. */
export function Profile({ cursor, range, onCursor, onRange, ...rest }: ProfileProps) {
  const tell = useRef({ onCursor, onRange });
  const [inner] = useState(createFocus);
  const [focus] = useState<ProfileFocus>(() => ({
    ...inner,
    setCursor: (along) => tell.current.onCursor(along),
    setRange: (next) => tell.current.onRange(next),
  }));
  useLayoutEffect(() => {
    tell.current = { onCursor, onRange };
    inner.setCursor(cursor);
    inner.setRange(range);
  });
  return <ElevationProfile {...rest} focus={focus} />;
}

/** What a profile says, in the language of the page. */
function useProfileTexts(label: string): ProfileTexts {
  const { t } = useLingui();
  return useMemo(
    () => ({
      label: t`${label}. Arrow keys move along it, with Shift they select a part, Escape clears the selection.`,
      up: (slope) => t`${slope} up`,
      down: (slope) => t`${slope} down`,
      unknown: t`elevation unknown`,
      part: ({ distance, ascent, descent, slope }) =>
        t`${distance} · ${ascent} up · ${descent} down · on average ${slope}`,
    }),
    [t, label],
  );
}
