import { useEffect, useEffectEvent } from 'react';
import type { Planner } from '../planner.ts';
import { type Opens, runCommand, keyCommand } from './commands.ts';

/** Keys of the planner, wherever the focus is unless it is in a field. */
export function useKeys(planner: Planner | null, opens: Opens): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const id = planner && keyCommand(event);
    if (!planner || !id) return;
    // Escape also closes other things, such as the full screen.
    if (id !== 'draw') event.preventDefault();
    runCommand(id, planner, opens);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
