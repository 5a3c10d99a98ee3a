import { courseSketch } from './course-sketch.ts';

it('[SOC-01] a course with a pause is drawn with a gap, its ends at the first and the last point', () => {
  const whole = courseSketch('_p~iF~ps|U_ulLnnqC_mqNvxq`@')!;
  const paused = courseSketch('_p~iF~ps|U_?_?_ulLnnqC_mqNvxq`@')!;
  expect([whole, paused].map(({ path }) => path.replaceAll(/[^LM]/g, ''))).toEqual(['MLL', 'MML']);
  expect([paused.start, paused.end]).toEqual([whole.start, whole.end]);
});
