import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { getLocale, reportError } from '@waymark/contract';
import { createI18n } from '@waymark/i18n';
import { UiProvider } from '@waymark/ui';
import * as React from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import singleSpaReact from 'single-spa-react';
import { AppLink } from './app-link.tsx';
import { followChanges } from './calls.ts';
import { useSession } from './hooks.ts';
import { PageRoutes, type DeclaredPage, type RemotePages } from './page-routes.tsx';

/** What the host hands to a remote when it mounts it. */
export interface RemoteProps {
  name: string;
  version: string;
  /** The pages of the remote's manifest. */
  pages: readonly DeclaredPage[];
  domElementGetter: () => HTMLElement;
  /** Tells the host that the remote failed after it was mounted; the host shows the fallback in its place. */
  onError: (error: unknown) => void;
}

const pending = new Promise<never>(() => {});

function PageFallback({ isMounted }: { isMounted: () => boolean }): null {
  if (!isMounted()) React.use(pending);
  return null;
}

/**
 * Pages whose chunk is still on its way show nothing. The first of them suspends the whole tree until its chunk is
 * there: React delays by 300 ms what replaces a fallback that was shown.
 */
class Boundary extends React.Component<
  { onError: (error: unknown) => void; children: React.ReactNode },
  { hasFailed: boolean }
> {
  override state = { hasFailed: false };
  isMounted = false;
  static getDerivedStateFromError() {
    return { hasFailed: true };
  }
  override componentDidMount() {
    this.isMounted = true;
  }
  override componentDidCatch(error: unknown) {
    this.props.onError(error);
  }
  override render() {
    if (this.state.hasFailed) return null;
    return (
      <React.Suspense fallback={<PageFallback isMounted={() => this.isMounted} />}>
        {this.props.children}
      </React.Suspense>
    );
  }
}

const createQueryClient = () =>
  new QueryClient({
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

/**
 * Makes a table of pages a remote: the life cycles that single-spa calls, and the providers every page needs
 * (router, translations, design system, query cache).
 */
export function defineRemote(pages: RemotePages) {
  let queries: QueryClient | undefined;
  let mounted: RemoteProps | undefined;

  const failed = (error: unknown) => {
    if (!mounted) return;
    const { name, version, onError } = mounted;
    reportError(error, { remote: name, version });
    onError(error);
  };

  function Remote({ pages: declared, client }: RemoteProps & { client: QueryClient }) {
    const { user } = useSession();
    return (
      <Boundary onError={failed}>
        <I18nProvider i18n={createI18n(getLocale())}>
          <UiProvider embedded link={AppLink} firstDayOfWeek={user?.first_day_of_week}>
            <QueryClientProvider client={client}>
              <BrowserRouter>
                <PageRoutes pages={pages} declared={declared} />
              </BrowserRouter>
            </QueryClientProvider>
          </UiProvider>
        </I18nProvider>
      </Boundary>
    );
  }

  const lifecycles = singleSpaReact<RemoteProps & { client: QueryClient }>({
    React,
    // The library creates roots without options, and so without a way to learn of errors outside the boundary.
    ReactDOMClient: {
      createRoot: (element: HTMLElement) =>
        createRoot(element, { onCaughtError: () => {}, onUncaughtError: failed }),
    },
    renderType: 'createRoot',
    rootComponent: Remote,
    suppressComponentDidCatchWarning: true,
  });

  return {
    bootstrap: async (): Promise<void> => {},
    mount: async (props: RemoteProps): Promise<void> => {
      mounted = props;
      if (!queries) {
        queries = createQueryClient();
        followChanges(queries);
      }
      // The library's promise settles with the first commit, which waits for the page's chunk and never comes when
      // that fails. The host learns of failures by `onError`.
      void lifecycles.mount({ ...props, client: queries } as never).catch(failed);
    },
    unmount: async (): Promise<void> => {
      const leaving = mounted;
      mounted = undefined;
      // Roots are removed at once; for a tree that was never committed the library's promise does not settle.
      if (leaving) void lifecycles.unmount(leaving as never);
    },
  };
}
