import { doTask, type Made, type Task } from './task.ts';
import { doApart } from './workshop.ts';

/** Bytes of points that are worked on at once, within a millisecond or two. */
const SHORT = 48 * 1024;

/** Does a short task here and a long one apart. @param bytes what there is to read @throws ApiProblem */
export function doWhereFit<K extends Task['kind']>(
  task: Extract<Task, { kind: K }>,
  bytes: number,
): Promise<Made<K>> {
  return bytes <= SHORT ? doTask(task) : doApart(task);
}
