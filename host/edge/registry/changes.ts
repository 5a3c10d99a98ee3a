import { type HistoryEntry, type Registry, type RemoteRecord, RegistryProblem } from './model.ts';

/** Who changes the registry, when, and why. */
export interface Occasion {
  by: string;
  at: Date;
  note?: string | undefined;
}

/** The versions that were live one after another and were neither rolled back nor withdrawn, the live one last. */
function liveTrail(history: readonly HistoryEntry[]): string[] {
  let trail: string[] = [];
  for (const { action, version } of history) {
    if (action === 'deploy' || action === 'promote') trail.push(version);
    if (action === 'rollback') trail.pop();
    if (action === 'withdraw') trail = trail.filter((one) => one !== version);
  }
  return trail;
}

/** Makes a version live. The one before becomes the last good one; a canary of the same version is done. */
export function setLive(
  registry: Registry,
  name: string,
  version: string,
  action: 'deploy' | 'promote',
  occasion: Occasion,
): Registry {
  const record = registry.remotes[name];
  if (record?.live === version) return registry;
  return replace(registry, name, {
    live: version,
    lastGood: record?.live ?? null,
    canary: record?.canary?.version === version ? null : (record?.canary ?? null),
    history: [...(record?.history ?? []), entry(action, version, record?.live ?? null, occasion)],
  });
}

/** Makes the version live that was live before. @throws RegistryProblem when there is none */
export function rollBack(registry: Registry, name: string, occasion: Occasion): Registry {
  const record = recordOf(registry, name);
  const [previous, beforeThat] = liveTrail(record.history).toReversed().slice(1);
  if (!previous)
    throw new RegistryProblem(
      `${name} ${record.live} is the first version there is: nothing to roll back to. To take it from everybody, withdraw ${name} ${record.live}.`,
    );
  return replace(registry, name, {
    ...record,
    live: previous,
    lastGood: beforeThat ?? null,
    canary: record.canary?.version === previous ? null : record.canary,
    history: [...record.history, entry('rollback', previous, record.live, occasion)],
  });
}

/** Gives a version to a percentage of visitors. @throws RegistryProblem when nothing is live beside it */
export function setCanary(
  registry: Registry,
  name: string,
  canary: { version: string; percent: number },
  occasion: Occasion,
): Registry {
  const record = recordOf(registry, name);
  if (!(canary.percent >= 0 && canary.percent <= 100))
    throw new RegistryProblem(`A canary goes to 0 to 100 percent of visitors, not to ${canary.percent}.`);
  if (record.live === null)
    throw new RegistryProblem(`No version of ${name} is live. Deploy one for everybody first.`);
  if (record.live === canary.version)
    throw new RegistryProblem(`${name} ${canary.version} is live already: every visitor has it.`);
  const note = [`${canary.percent} %`, occasion.note].filter(Boolean).join(', ');
  return replace(registry, name, {
    ...record,
    canary,
    history: [...record.history, entry('canary', canary.version, record.live, { ...occasion, note })],
  });
}

/** Takes the canary away: every visitor has the live version again. @throws RegistryProblem when there is none */
function withdrawCanary(registry: Registry, name: string, occasion: Occasion): Registry {
  const record = recordOf(registry, name);
  const { version } = canaryOf(record, name);
  return replace(registry, name, {
    ...record,
    canary: null,
    history: [...record.history, entry('withdraw', version, record.live, occasion)],
  });
}

/**
 * Takes a version from everybody, whatever it is: the canary, the live one, after which the one before it is live or
 * none, or one that visitors fall back to. @throws RegistryProblem when no visitor can get it
 */
export function withdrawVersion(
  registry: Registry,
  name: string,
  version: string,
  occasion: Occasion,
): Registry {
  const record = recordOf(registry, name);
  if (record.canary?.version === version) return withdrawCanary(registry, name, occasion);
  if (record.live !== version && record.lastGood !== version)
    throw new RegistryProblem(`No visitor gets ${name} ${version}: nothing to withdraw.`);
  const history = [...record.history, entry('withdraw', version, record.live, occasion)];
  const trail = liveTrail(history);
  const live = record.live === version ? (trail.at(-1) ?? null) : record.live;
  const lastGood = trail.findLast((one) => one !== live) ?? null;
  return replace(registry, name, {
    ...record,
    live,
    lastGood,
    canary: record.canary?.version === live ? null : record.canary,
    history,
  });
}

/** @throws RegistryProblem when nothing of that name is deployed */
export function recordOf(registry: Registry, name: string): RemoteRecord {
  const record = registry.remotes[name];
  if (record) return record;
  const known = Object.keys(registry.remotes).join(', ') || 'nothing yet';
  throw new RegistryProblem(`${name} is not deployed. Deployed: ${known}.`);
}

/** @throws RegistryProblem when the remote has no canary */
export function canaryOf(record: RemoteRecord, name: string): NonNullable<RemoteRecord['canary']> {
  if (!record.canary) throw new RegistryProblem(`${name} has no canary now.`);
  return record.canary;
}

const replace = (registry: Registry, name: string, record: RemoteRecord): Registry => ({
  ...registry,
  remotes: { ...registry.remotes, [name]: record },
});

const entry = (
  action: HistoryEntry['action'],
  version: string,
  from: string | null,
  { at, by, note }: Occasion,
): HistoryEntry => ({ at: at.toISOString(), action, version, from, by, ...(note && { note }) });
