import { I18nProvider } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, useLayoutEffect, type ComponentType } from 'react';
import type { App } from '../app/app.ts';
import { AppContext, useApp, usePlace } from '../app/context.ts';
import { useStore } from '@waymark/store';
import { Footer } from '../footer/footer.tsx';
import { Header } from '../header/header.tsx';
import { pageAt, type Page } from '../location/page.ts';
import { addressOf } from '../app/place.ts';
import { FailureBanner } from '../notices/failure-banner.tsx';
import { NoticeBar } from '../notices/notice-bar.tsx';
import { Boundary } from '../pages/boundary.tsx';
import { ErrorPage, NotFound } from '../pages/message-pages.tsx';
import { RemoteArea } from '../remotes/remote-area.tsx';
import { RefreshModal } from '../session/refresh-modal.tsx';
import { Announcer } from './announcer.tsx';

const DoNotSellBanner = lazy(
  () => import(/* webpackChunkName: "do-not-sell" */ '../notices/do-not-sell-banner.tsx'),
);

interface ShellProps {
  /** The home page, whose script no other page needs. */
  home: ComponentType;
  /** Called when the places for the remotes are in the document. */
  onReady?: (() => void) | undefined;
}

/** The shell with everything it needs. */
export function ShellRoot({ app, home, onReady }: ShellProps & { app: App }) {
  return (
    <AppContext value={app}>
      <I18nProvider i18n={app.i18n}>
        <Boundary fallback={<ErrorPage />}>
          <Shell home={home} onReady={onReady} />
        </Boundary>
      </I18nProvider>
    </AppContext>
  );
}

function Shell({ home, onReady }: ShellProps) {
  const app = useApp();
  const place = usePlace();
  const optOut = useStore(app.optOut);
  const houseAdPlace = useStore(app.houseAdPlace);
  const page = pageAt(app.boot, place.path, app.firstPath);
  useLayoutEffect(() => onReady?.(), [onReady]);
  const { header, footer, wide, reduced } = page.layout;
  return (
    <div className="wm-h-shell" data-header={header} data-footer={footer}>
      <a className="wm-h-skip" href="#content">
        <Trans>Skip to content</Trans>
      </a>
      {header && <Header layout={page.layout} />}
      <FailureBanner />
      <main className="wm-h-main" id="content" tabIndex={-1} data-layout={layoutName(page, wide, reduced)}>
        <Boundary key={addressOf(place)} fallback={<ErrorPage />}>
          <OwnPage page={page} home={home} />
        </Boundary>
        <RemoteArea page={page} />
      </main>
      {houseAdPlace}
      {footer && <Footer />}
      {header && optOut?.kind === 'banner' && (
        <Suspense>
          <DoNotSellBanner status={optOut.status} />
        </Suspense>
      )}
      <NoticeBar />
      <RefreshModal />
      <Announcer page={page} />
    </div>
  );
}

function OwnPage({ page, home: Home }: { page: Page } & Pick<ShellProps, 'home'>) {
  if (page.kind === 'home')
    return (
      <Suspense fallback={<div className="wm-home-coming" aria-busy="true" />}>
        <Home />
      </Suspense>
    );
  return page.kind === 'not-found' ? <NotFound /> : null;
}

/** The home page draws to the edges by itself. */
const layoutName = (page: Page, wide: boolean, reduced: boolean) =>
  page.kind === 'home' || wide ? 'wide' : reduced ? 'reduced' : 'normal';
