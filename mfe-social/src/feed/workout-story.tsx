import { Trans, useLingui } from '@lingui/react/macro';
import type { Story, WorkoutSummary } from '@waymark/api-contract';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { sketchPath } from '@waymark/streams';
import { ActivityIcon, Badge, Box, Figure, Flex, groupKey, Link, recordName, TrophyIcon } from '@waymark/ui';
import { useMemo } from 'react';
import { storyFigures } from './story-figures.ts';

const WIDTH = 640;
const HEIGHT = 300;
const MARGIN = 28;

/** A workout as a story: its name, the figures that suit the sport, records, and where it went. */
export function WorkoutStory({ story, workout }: { story: Story; workout: WorkoutSummary }) {
  const { i18n } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const figures = storyFigures(workout, { text: (message) => i18n._(message), system, locale });
  const href = `/workout/${workout.id}`;
  const { polyline } = workout.preview;
  const { records } = story.object;
  return (
    <>
      <Flex align="center" gap={2} minW={0}>
        <ActivityIcon group={groupKey(workout.activity_group)} size={24} label={workout.activity_name} />
        <Box
          minW={0}
          fontSize="xl"
          fontWeight={600}
          lineHeight={1.25}
          overflowWrap="anywhere"
          data-untranslated=""
        >
          <Link href={href} variant="quiet">
            {workout.name}
          </Link>
        </Box>
      </Flex>
      {figures.length > 0 && (
        <Flex as="dl" gap={{ base: 4, md: 8 }} wrap="wrap">
          {figures.map(({ key, label, value, unit }) => (
            <Box key={key} display="flex" flexDirection="column-reverse">
              <Box as="dd">
                <Figure value={value} unit={unit} size="md" />
              </Box>
              <Box as="dt" color="muted" fontSize="xs">
                {label}
              </Box>
            </Box>
          ))}
        </Flex>
      )}
      {records.length > 0 && (
        <Flex gap={2} wrap="wrap">
          {records.map((record) => {
            const name = recordName(record, i18n);
            return (
              <Badge key={record} hue="sun">
                <TrophyIcon size={14} /> <Trans>Record: {name}</Trans>
              </Badge>
            );
          })}
        </Flex>
      )}
      {polyline && story.object.photos.length === 0 && (
        <Link href={href} tabIndex={-1} aria-hidden="true" variant="quiet">
          <CourseSketch polyline={polyline} />
        </Link>
      )}
    </>
  );
}

/** Where it went, north up; the start is a ring, the end a dot. */
function CourseSketch({ polyline }: { polyline: string }) {
  const path = useMemo(() => sketchPath(polyline, WIDTH, HEIGHT, MARGIN), [polyline]);
  const points = path.slice(1).split('L');
  const [startX, startY] = (points[0] ?? '').split(' ');
  const [endX, endY] = (points.at(-1) ?? '').split(' ');
  if (!path) return null;
  return (
    <Box bg="sunken" borderRadius="md" overflow="hidden">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width="100%" aria-hidden="true">
        <path
          d={path}
          fill="none"
          stroke="var(--wm-blaze)"
          strokeWidth="4"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <circle
          cx={startX}
          cy={startY}
          r="7"
          fill="var(--wm-surface)"
          stroke="var(--wm-ink)"
          strokeWidth="3"
        />
        <circle cx={endX} cy={endY} r="6" fill="var(--wm-ink)" stroke="var(--wm-surface)" strokeWidth="2" />
      </svg>
    </Box>
  );
}
