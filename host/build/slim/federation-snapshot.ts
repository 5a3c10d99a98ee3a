/** The registry names each remote's entry, so the runtime reads no manifest of its own and keeps nothing of one. */
export class SnapshotHandler {
  readonly hooks = { applyPlugin(): void {} };
  readonly manifestCache = new Map<string, never>();
}

/** Without manifests no remote has a snapshot. */
export const getGlobalRemoteInfo = () => ({ hostGlobalSnapshot: undefined });
