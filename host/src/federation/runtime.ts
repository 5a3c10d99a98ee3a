import { createInstance } from '@module-federation/enhanced/runtime';
import * as runtimeCore from '@module-federation/runtime-core';
import type { RemoteProps } from '@waymark/remote';
import { containerName, type Candidate } from './choices.ts';
import { whyIncompatible, type Offers } from './compatible.ts';
import { LIBRARIES } from './libraries.ts';
import type { ScriptLoader } from './script.ts';

/** What a remote exposes; `defineRemote` makes it. */
export interface LifeCycles {
  bootstrap?(): Promise<void>;
  mount(props: RemoteProps): Promise<void>;
  unmount(): Promise<void>;
}

/**
 * Sets the federation runtime up by hand.
 * @returns a function that loads a version of a remote anew, whatever was loaded before under its name
 */
export function createRuntime(scripts: ScriptLoader, offers: Offers) {
  // Remotes are built without a runtime of their own and look for it here.
  Object.assign(globalThis, {
    _FEDERATION_RUNTIME_CORE: runtimeCore,
    _FEDERATION_RUNTIME_CORE_FROM: { name: 'waymark', version: offers.contract },
  });
  const containers = window as unknown as Record<string, unknown>;
  const loading = new Map<string, Candidate>();
  const federation = createInstance({
    name: 'waymark',
    remotes: [],
    shared: Object.fromEntries(
      Object.entries(LIBRARIES).map(([name, lib]) => {
        const version = offers.shared[name] ?? '0.0.0';
        const shareConfig = { singleton: true, requiredVersion: `^${version}`, eager: true };
        return [name, { version, lib, scope: 'default', shareConfig }];
      }),
    ),
    plugins: [
      {
        name: 'waymark-entry',
        async loadEntry({ remoteInfo: { name } }) {
          const candidate = loading.get(name);
          if (!candidate) return undefined;
          await scripts.entry(candidate.entry, candidate.integrity);
          if (!containers[name])
            throw new Error(`${candidate.entry} is not the script of ${candidate.name}.`);
          return containers[name] as never;
        },
      },
    ],
  });

  return async function load(candidate: Candidate): Promise<LifeCycles> {
    const reason = whyIncompatible(candidate, offers);
    if (reason) throw new Error(`${candidate.name} ${candidate.version} cannot run here. ${reason}`);
    const name = containerName(candidate.name);
    delete containers[name];
    loading.set(name, candidate);
    federation.registerRemotes([{ name, entry: candidate.entry }], { force: true });
    const module = await federation.loadRemote<{ default?: Partial<LifeCycles> }>(`${name}/lifecycles`);
    const lifecycles = module?.default;
    if (typeof lifecycles?.mount !== 'function' || typeof lifecycles.unmount !== 'function')
      throw new Error(
        `${candidate.name} ${candidate.version} has no life cycles: src/remote.tsx must export defineRemote(pages) as default.`,
      );
    await lifecycles.bootstrap?.();
    return lifecycles as LifeCycles;
  };
}
