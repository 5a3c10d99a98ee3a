import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { getLocale, reportError } from '@waymark/contract';
import { createI18n } from '@waymark/i18n';
import { UiProvider } from '@waymark/ui';
import { Component, Suspense, use, type ComponentType, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { AppLink } from './app-link.tsx';
import { followChanges } from './calls.ts';

/** What the host hands to a remote when it mounts it. */
export interface RemoteProps {
  name: string;
  version: string;
  domElementGetter: () => HTMLElement;
  /** Tells the host that the remote failed after it was mounted; the host shows the fallback in its place. */
  onError: (error: unknown) => void;
}

const forever = new Promise<never>(() => {});

function Nothing({ begun }: { begun: () => boolean }): null {
  if (!begun()) use(forever);
  return null;
}

/**
 * Pages whose chunk is still on its way show nothing. The first of them waits for its chunk without having shown that
 * nothing: React holds back for 300 ms what comes after something was shown in its place.
 */
class Boundary extends Component<
  { onError: (error: unknown) => void; children: ReactNode },
  { failed: boolean }
> {
  override state = { failed: false };
  begun = false;
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override componentDidMount() {
    this.begun = true;
  }
  override componentDidCatch(error: unknown) {
    this.props.onError(error);
  }
  override render() {
    if (this.state.failed) return null;
    return <Suspense fallback={<Nothing begun={() => this.begun} />}>{this.props.children}</Suspense>;
  }
}

/**
 * Makes a component a remote: the life cycles that single-spa calls, and the providers every page needs
 * (router, translations, design system, query cache). The component holds the remote's `<Routes>`.
 */
export function defineRemote(App: ComponentType) {
  let root: Root | undefined;
  let queries: QueryClient | undefined;
  return {
    bootstrap: async (): Promise<void> => {},
    mount: async (props: RemoteProps): Promise<void> => {
      const failed = (error: unknown) => {
        reportError(error, { remote: props.name, version: props.version });
        props.onError(error);
      };
      if (!queries) {
        queries = new QueryClient({
          defaultOptions: {
            // Without a connection a call fails at once and the page says so; once it is back, what failed is asked again.
            queries: {
              retry: false,
              staleTime: 15_000,
              refetchOnWindowFocus: true,
              networkMode: 'always',
              refetchOnReconnect: true,
            },
            mutations: { retry: false, networkMode: 'always' },
          },
        });
        followChanges(queries);
      }
      root = createRoot(props.domElementGetter(), { onCaughtError: () => {}, onUncaughtError: failed });
      root.render(
        <Boundary onError={failed}>
          <I18nProvider i18n={createI18n(getLocale())}>
            <UiProvider embedded link={AppLink}>
              <QueryClientProvider client={queries}>
                <BrowserRouter>
                  <App />
                </BrowserRouter>
              </QueryClientProvider>
            </UiProvider>
          </I18nProvider>
        </Boundary>,
      );
    },
    unmount: async (): Promise<void> => {
      root?.unmount();
      root = undefined;
    },
  };
}
