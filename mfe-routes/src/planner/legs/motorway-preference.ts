const KEY = 'waymark.planner_motorways';

let taken: boolean | undefined;

/** Whether legs by car take motorways; they keep off them unless somebody chose otherwise. */
export function usesMotorways(): boolean {
  try {
    taken ??= localStorage.getItem(KEY) === '1';
  } catch {
    taken = false;
  }
  return taken;
}

/** Holds for legs that are routed from now on, and for the next visit. */
export function setUsesMotorways(take: boolean): void {
  taken = take;
  try {
    localStorage.setItem(KEY, take ? '1' : '0');
  } catch {
    // The next visit keeps off them.
  }
}
