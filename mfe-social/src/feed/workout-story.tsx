import { Trans, useLingui } from '@lingui/react/macro';
import type { Story, WorkoutSummary } from '@waymark/api-contract';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { ActivityIcon, Badge, Figure, groupKey, Link, recordName, TrophyIcon } from '@waymark/ui';
import { useMemo } from 'react';
import { courseSketch, SKETCH_HEIGHT, SKETCH_WIDTH } from './course-sketch.ts';
import './look.css';
import { storyFigures } from './story-figures.ts';

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
      <div className="wm-f-name">
        <ActivityIcon group={groupKey(workout.activity_group)} size={24} label={workout.activity_name} />
        <div data-untranslated="">
          <Link href={href} variant="quiet">
            {workout.name}
          </Link>
        </div>
      </div>
      {figures.length > 0 && (
        <dl className="wm-f-figures">
          {figures.map(({ key, label, value, unit }) => (
            <div key={key}>
              <dd>
                <Figure value={value} unit={unit} size="md" />
              </dd>
              <dt>{label}</dt>
            </div>
          ))}
        </dl>
      )}
      {records.length > 0 && (
        <div className="wm-f-records">
          {records.map((record) => {
            const name = recordName(record, (message) => i18n._(message));
            return (
              <Badge key={record} hue="sun">
                <TrophyIcon size={14} /> <Trans>Record: {name}</Trans>
              </Badge>
            );
          })}
        </div>
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
  const sketch = useMemo(() => courseSketch(polyline), [polyline]);
  if (!sketch) return null;
  const { path, start, end } = sketch;
  return (
    <div className="wm-f-sketch">
      <svg viewBox={`0 0 ${SKETCH_WIDTH} ${SKETCH_HEIGHT}`} width="100%" aria-hidden="true">
        <path d={path} />
        <circle cx={start[0]} cy={start[1]} r="7" />
        <circle cx={end[0]} cy={end[1]} r="6" />
      </svg>
    </div>
  );
}
