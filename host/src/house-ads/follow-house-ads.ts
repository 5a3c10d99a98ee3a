import { houseAdCalls } from '@waymark/api-contract/client';
import { call } from '@waymark/contract';
import { createElement } from 'react';
import type { App } from '../app/app.ts';
import { HouseAdPlace, mayShowAds } from './house-ad-place.tsx';

const HIDDEN_UNTIL = 'wm_house_ad_hidden_until';
const HIDDEN_MS = 7 * 86_400_000;

export interface FollowHouseAdsOptions {
  app: App;
  /** Keeps for a week that ads were hidden; null where the browser has none. */
  storage: Storage | null;
  now?: () => number;
}

/**
 * Asks for the ad once the member is known to get one. The call names no device, and neither seeing nor pressing an ad
 * is recorded: there is nothing to consent to.
 */
export function followHouseAds({ app, storage, now = Date.now }: FollowHouseAdsOptions): void {
  const isHidden = () => Number(storage?.getItem(HIDDEN_UNTIL) ?? 0) > now();
  let askedFor: number | null = null;
  const ask = async (userId: number) => {
    askedFor = userId;
    try {
      const { ad } = await call(houseAdCalls.current, { noRefresh: true });
      if (askedFor === userId && app.houseAd.get() !== 'dismissed') app.houseAd.set(ad);
    } catch {
      // A page without its ad is whole.
    }
  };
  const follow = () => {
    const session = app.session.get();
    if (session.userId === null) return;
    if (!mayShowAds(app, session)) {
      askedFor = null;
      if (session.premium?.is_ad_free && app.houseAd.get() !== 'dismissed') app.houseAd.set(null);
      return;
    }
    if (isHidden()) app.houseAd.set('dismissed');
    else if (askedFor !== session.userId) void ask(session.userId);
  };
  app.links.dismissAd = () => {
    storage?.setItem(HIDDEN_UNTIL, String(now() + HIDDEN_MS));
    app.houseAd.set('dismissed');
  };
  app.session.subscribe(follow);
  follow();
  app.houseAdPlace.set(createElement(HouseAdPlace));
}
