import type { StartupSettings } from '@waymark/api-contract';
import type { RemotePage } from '@waymark/contract/manifest';
import type { App } from '../app/app.ts';
import { pageAt } from './page.ts';

/** Where Stripe's script comes from; what it adds comes from there as well. */
export const STRIPE_SCRIPT_ORIGIN = 'https://js.stripe.com';

/** Does the document of this page let Stripe in? The local provider's card fields are a page of our own. */
export const allowsStripe = (
  { paymentConfig }: Pick<StartupSettings, 'paymentConfig'>,
  page: RemotePage | null,
): boolean => page?.payment === true && paymentConfig.provider === 'stripe';

/**
 * May a path be shown in this document? Its headers let Stripe in or keep it out, and stay as they are; a captcha can be
 * asked only in a document that names it.
 */
export function fitsDocument({ boot, firstPath }: App, path: string): boolean {
  const needsAt = (at: string) => {
    const page = pageAt(boot, at, firstPath);
    const remotePage = page.kind === 'remote' ? page.page : null;
    return {
      stripe: allowsStripe(boot.settings, remotePage),
      captcha: boot.settings.captcha !== null && remotePage?.captcha === true,
    };
  };
  const [there, here] = [needsAt(path), needsAt(firstPath)];
  return there.stripe === here.stripe && (here.captcha || !there.captcha);
}

/**
 * Lets Stripe's loader add its script to this document, where that is allowed; and loads a document of its own for a
 * page that needs other headers, whoever changed the address.
 * @param reload loads the document of the address anew
 */
export function keepPaymentPagesApart(app: App, reload: () => void): void {
  const page = pageAt(app.boot, app.firstPath, app.firstPath);
  if (page.kind === 'remote' && allowsStripe(app.boot.settings, page.page))
    // The loader sets plain addresses, so that only the policy for plain text can check them.
    window.trustedTypes?.createPolicy('default', {
      createScriptURL: (url) => {
        if (URL.parse(url)?.origin !== STRIPE_SCRIPT_ORIGIN)
          throw new TypeError('This page loads scripts of Stripe and its own.');
        return url;
      },
    });
  app.place.subscribe(() => {
    if (!fitsDocument(app, app.place.get().path)) reload();
  });
}
