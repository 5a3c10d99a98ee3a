import { useEffect, useEffectEvent } from 'react';
import type { Planner } from '../planner.ts';
import { type CommandTargets, runCommand, commandForEvent } from './commands.ts';

/** Runs planner commands by key, wherever the focus is unless in a field. */
export function useKeyboardCommands(planner: Planner | null, opens: CommandTargets): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const id = planner && commandForEvent(event);
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
