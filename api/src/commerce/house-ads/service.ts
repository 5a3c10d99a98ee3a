import { houseAdCalls, SERVICE_BASES } from '@waymark/api-contract';
import { hasPremium } from '../billing/premium-index.ts';
import type { Context } from '../../kernel/server/context.ts';
import { notFound } from '../../kernel/server/errors.ts';
import { route, type Service } from '../../kernel/server/route.ts';
import { rolloutsOf } from '../../kernel/server/rollouts.ts';
import { currentAd, type HouseAds, readHouseAds } from './house-ads.ts';

const loaded = new WeakMap<Context, HouseAds>();

function houseAdsOf(context: Context): HouseAds {
  let ads = loaded.get(context);
  if (!ads) loaded.set(context, (ads = readHouseAds(context.env)));
  return ads;
}

const showsAds = ({ env }: Context): boolean =>
  rolloutsOf(env).some(
    ({ rollout_name, variant_name }) => rollout_name === 'ads' && variant_name === 'enabled',
  );

const currentHandler = route<typeof houseAdCalls.current>({
  call: houseAdCalls.current,
  access: 'anyone',
  lenient: true,
  handler({ context, caller, reply }) {
    reply.header('cache-control', 'no-store');
    const isShown = caller !== null && showsAds(context) && !hasPremium(context, caller.userId);
    return Promise.resolve({
      ad: isShown ? currentAd(houseAdsOf(context), context.now().getTime()) : null,
    });
  },
});

const imageHandler = route<typeof houseAdCalls.image>({
  call: houseAdCalls.image,
  access: 'anyone',
  lenient: true,
  handler({ context, params, reply }) {
    const image = houseAdsOf(context).images.get(params.name);
    if (!image) throw notFound('picture');
    // The name is made of what the picture holds.
    return Promise.resolve(
      reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('cross-origin-resource-policy', 'same-site')
        .header('content-security-policy', "default-src 'none'")
        .type(image.type)
        .send(image.bytes),
    );
  },
});

/** Ads of the operator's own files, for members without premium. Nothing of it leaves the site or follows anybody. */
export const houseAdsService: Service = {
  name: 'House ads',
  base: SERVICE_BASES.ads,
  routes: [currentHandler, imageHandler],
  checkConfiguration: (env) => void readHouseAds(env),
};
