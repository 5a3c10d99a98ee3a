// Stands in for `host/src/federation` in the yardstick: the same pages, in the same bundle as the shell.
import type { ResolvedRemote } from '@waymark/contract';
import type { Federation, FederationOptions } from '@waymark/host/src/federation/index.ts';
import { remoteAt } from '@waymark/host/src/federation/choices.ts';
import { navigate } from '@waymark/host/src/federation/navigate.ts';
import { pages as authPages } from '@waymark/mfe-auth/src/pages.tsx';
import { pages as socialPages } from '@waymark/mfe-social/src/pages.tsx';
import { pages as workoutPages } from '@waymark/mfe-workouts/src/pages.tsx';
import { defineRemote } from '@waymark/remote';

const PARTS: Record<string, ReturnType<typeof defineRemote>> = {
  'mfe-auth': defineRemote(authPages),
  'mfe-social': defineRemote(socialPages),
  'mfe-workouts': defineRemote(workoutPages),
};

/** Shows the part that the address belongs to; the benchmark goes to a page by loading it. */
export function bootFederation({
  remotes,
  slot,
  shellReady,
  onStatus,
  reportError,
}: FederationOptions): Federation {
  const mount = async ({ name, version, pages }: ResolvedRemote) => {
    await shellReady;
    const onError = (error: unknown) => reportError(error as Error, { remote: name, version });
    await PARTS[name]?.mount({ name, version, pages, domElementGetter: () => slot(name), onError });
    onStatus(name, { state: 'mounted', version });
  };
  const showing = () => remoteAt(remotes, location.pathname);
  const current = remotes.find(({ name }) => name === showing());
  if (current) void mount(current);
  return { navigate, retry: async () => {}, preload: () => {}, reroute: () => {}, showing };
}
