import { readLocal, writeLocal } from '@waymark/api-contract/browser-storage';
import { houseAdCalls } from '@waymark/api-contract/client';
import { call } from '@waymark/contract';
import { createElement } from 'react';
import type { App } from '../app/app.ts';
import { HouseAdPlace, mayShowAds } from './house-ad-place.tsx';

const HIDDEN_MS = 7 * 86_400_000;

/**
 * Asks for the ad once the member is known to get one. The call names no device, and neither seeing nor pressing an ad
 * is recorded: there is nothing to consent to.
 */
export function followHouseAds(app: App): void {
  const isHidden = () => Number(readLocal('wm_house_ad_hidden_until') ?? 0) > Date.now();
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
    writeLocal('wm_house_ad_hidden_until', String(Date.now() + HIDDEN_MS));
    app.houseAd.set('dismissed');
  };
  app.session.subscribe(follow);
  follow();
  app.houseAdPlace.set(createElement(HouseAdPlace));
}
