import * as contract from '@waymark/contract';
import type { ResolvedRemote, Session } from '@waymark/contract';
import { installHost, type HostEngine } from '@waymark/contract/host';
import { bootFederation, type FederationOptions, type Limits } from '../index.ts';

const VISITOR: Pick<Session, 'status' | 'userId' | 'user'> = {
  status: 'signed-out',
  userId: null,
  user: null,
};

/** Starts federation with an engine that can only navigate and report and knows a visitor, which is all that the test remotes use. */
export function boot(
  { remotes, limits }: { remotes: ResolvedRemote[]; limits: Partial<Limits> },
  shellReady: Promise<void>,
  onStatus: FederationOptions['onStatus'],
): void {
  const report: FederationOptions['reportError'] = ({ message }, where) =>
    window.probe.reports.push({ ...where, message });
  const federation = bootFederation({
    remotes,
    limits,
    shellReady,
    isAllowed: () => true,
    onStatus,
    reportError: report,
    slot: (name) => document.getElementById(`slot-${name}`) as HTMLElement,
  });
  installHost({
    session: { get: () => VISITOR, subscribe: () => () => {} } as object as HostEngine['session'],
    navigation: { navigate: federation.navigate, subscribe: () => () => {}, prefetch: () => {} },
    events: { publish: () => {}, subscribe: () => () => {} },
    locale: () => 'en-us',
    reportError: (error, where) => report(error as Error, where),
  } as Partial<HostEngine> as HostEngine);
  Object.assign(window.probe, { federation, libraries: { contract } });
}
