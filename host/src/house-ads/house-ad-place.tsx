import { isSignedIn, type Session } from '@waymark/contract';
import { useStore } from '@waymark/store';
import type { App } from '../app/app.ts';
import { useApp, usePlace, useSession } from '../app/context.ts';
import { pageAt } from '../location/page.ts';
import { HouseAdCard } from './house-ad-card.tsx';

/** Ads are for members without premium, where the rollout is on. Who has premium, or may have it, sees none. */
export const mayShowAds = ({ boot }: Pick<App, 'boot'>, session: Session): boolean =>
  isSignedIn(session) &&
  session.blockedBy === null &&
  session.premium?.is_ad_free === false &&
  (boot.session?.rollouts ?? []).some(
    ({ rollout_name, variant_name }) => rollout_name === 'ads' && variant_name === 'enabled',
  );

/**
 * Below the page, never within it, and not where cards are entered. The page is at least as high as the window, so that
 * the place begins out of sight; its height is there before the ad is.
 */
export function HouseAdPlace() {
  const app = useApp();
  const page = pageAt(app.boot, usePlace().path, app.firstPath);
  const session = useSession();
  const ad = useStore(app.houseAd);
  const isAdPage = page.kind === 'remote' && page.layout.header && page.layout.footer && !page.page.payment;
  if (!isAdPage || ad === 'dismissed' || !mayShowAds(app, session)) return null;
  return (
    <div className="wm-h-ad-place" data-print="hide">
      {ad && <HouseAdCard ad={ad} />}
    </div>
  );
}
