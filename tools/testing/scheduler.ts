/** One thing that a run does. */
export interface Task<T> {
  name: string;
  /** Names of the tasks that have to end well before this one; those that are not part of the run do not count. */
  needs?: readonly string[];
  /** Share of the machine it takes while it runs; 1 keeps one core busy. */
  load: number;
  run(): Promise<T>;
}

export interface TaskOutcome<T> {
  name: string;
  /** Undefined when the task did not start because one that it needs failed. */
  result?: T;
}

/**
 * Runs tasks side by side as long as their loads fit, in the order of the list.
 * A task that waits for another lets later ones pass, and one whose load never fits runs alone.
 */
export async function runTasks<T>(
  tasks: readonly Task<T>[],
  capacity: number,
  succeeded: (result: T) => boolean,
): Promise<TaskOutcome<T>[]> {
  const waiting = [...tasks];
  const pending = new Set(tasks.map(({ name }) => name));
  const failed = new Set<string>();
  const active = new Map<Task<T>, Promise<void>>();
  const outcomes: TaskOutcome<T>[] = [];
  const load = () => [...active.keys()].reduce((sum, task) => sum + task.load, 0);

  const finish = (task: Task<T>, outcome: TaskOutcome<T>, ok: boolean) => {
    outcomes.push(outcome);
    pending.delete(task.name);
    active.delete(task);
    if (!ok) failed.add(task.name);
  };
  const start = (task: Task<T>) => {
    const work = task.run().then((result) => finish(task, { name: task.name, result }, succeeded(result)));
    active.set(task, work);
  };

  while (waiting.length || active.size) {
    for (const task of waiting.slice()) {
      const needs = task.needs ?? [];
      if (needs.some((name) => failed.has(name))) {
        waiting.splice(waiting.indexOf(task), 1);
        finish(task, { name: task.name }, false);
      } else if (
        !needs.some((name) => pending.has(name)) &&
        (!active.size || load() + task.load <= capacity)
      ) {
        waiting.splice(waiting.indexOf(task), 1);
        start(task);
      }
    }
    if (active.size) await Promise.race(active.values());
    else if (waiting.length && waiting.every((task) => task.needs?.some((name) => pending.has(name))))
      throw new Error(`These tasks wait for each other: ${waiting.map(({ name }) => name).join(', ')}.`);
  }
  return outcomes;
}
