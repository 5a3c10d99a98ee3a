import { hasEarlyView } from '@waymark/remote/early/has-early-view';
import type { Streams } from '@waymark/streams';

/** What the early view's script has of a recording, for the page to go on with. */
export interface EarlyRecording {
  id: number;
  /** Where it draws, or has drawn, the chart. */
  chart: HTMLElement;
  /** The columns; null where they did not come. Taken once: a later reader asks anew, and sees what has changed since. */
  streams: Promise<Streams | null> | undefined;
}

/** What there is of a workout's recording while its early view stands on the page. */
export function earlyRecording(id: number): EarlyRecording | undefined {
  // The script of the early view, `details/early.ts`, leaves it there.
  const made = window.waymark?.earlyView?.handover as EarlyRecording | undefined;
  return made?.id === id && hasEarlyView() ? made : undefined;
}

export function takeStreams(made: EarlyRecording | undefined): Promise<Streams | null> | undefined {
  const streams = made?.streams;
  if (made) made.streams = undefined;
  return streams;
}
