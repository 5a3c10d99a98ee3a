const KEY = 'waymark.planner_motorways';

let taken: boolean | undefined;

/** Whether legs by car may use motorways; off by default. */
export function usesMotorways(): boolean {
  try {
    taken ??= localStorage.getItem(KEY) === '1';
  } catch {
    taken = false;
  }
  return taken;
}

/** Applies to legs routed from now on, and is stored for the next visit. */
export function setUsesMotorways(take: boolean): void {
  taken = take;
  try {
    localStorage.setItem(KEY, take ? '1' : '0');
  } catch {
    // Without storage the next visit starts with the default.
  }
}
