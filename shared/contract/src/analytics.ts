import { engine, type EventProperties } from './engine.ts';

export type { EventProperties } from './engine.ts';

/** Records what a visitor did. Never fails and never waits. */
export const track = (name: string, properties: EventProperties = {}): void =>
  engine().track(name, properties);
/** Records an error under the remote that had it, so that a bad version can be withdrawn. */
export const reportError = (error: unknown, where: { remote: string; version: string }): void =>
  engine().reportError(error, where);
