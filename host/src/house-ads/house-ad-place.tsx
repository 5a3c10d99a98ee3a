import type { HouseAd } from '@waymark/api-contract';
import { isSignedIn, type Session } from '@waymark/contract';
import { useStore } from '@waymark/store';
import { type ComponentType, lazy, Suspense } from 'react';
import type { App } from '../app/app.ts';
import { useApp, useSession } from '../app/context.ts';
import type { Page } from '../location/page.ts';

const HouseAdCard = lazy<ComponentType<{ ad: HouseAd }>>(() =>
  // Without its script there is no ad.
  import(/* webpackChunkName: "house-ad" */ './house-ad-card.tsx').catch(() => ({ default: () => null })),
);

/** Ads are for members without premium, where the rollout is on. Who has premium, or may have it, sees none. */
export const mayShowAds = ({ boot }: Pick<App, 'boot'>, session: Session): boolean =>
  isSignedIn(session) &&
  session.blockedBy === null &&
  session.premium?.is_ad_free === false &&
  (boot.session?.rollouts ?? []).some(
    ({ rollout_name, variant_name }) => rollout_name === 'ads' && variant_name === 'enabled',
  );

/** Below the page, never within it, and not where cards are entered. Its height is there before the ad is: nothing moves. */
export function HouseAdPlace({ page }: { page: Page }) {
  const app = useApp();
  const session = useSession();
  const ad = useStore(app.houseAd);
  const isAdPage = page.kind === 'remote' && page.layout.header && page.layout.footer && !page.page.payment;
  if (!isAdPage || ad === 'dismissed' || !mayShowAds(app, session)) return null;
  return (
    <div className="wm-h-ad-place" data-print="hide">
      {ad && (
        <Suspense>
          <HouseAdCard ad={ad} />
        </Suspense>
      )}
    </div>
  );
}
