import { randomBytes } from 'node:crypto';
import { STRIPE_SCRIPT_ORIGIN } from '../../src/location/payment-page.ts';

export const newNonce = (): string => randomBytes(16).toString('base64');

export interface SecurityOptions {
  nonce: string;
  /** The visitor came over https. */
  secure: boolean;
  /** The page's address carries the key of a link: nothing that is asked from the page may tell it on. */
  hasLinkKey: boolean;
  /** Origins that pages may load images and data from besides their own. */
  extraSources: readonly string[];
  /** Origin of the captcha that this page asks; null on all others. */
  captchaOrigin: string | null;
  /** Cards are entered on this page in fields of Stripe. */
  hasStripe: boolean;
  /** Who may show the page in a frame, as `frame-ancestors` has it. */
  frameAncestors: string;
}

/**
 * Remotes have no policy of their own: the host loads their scripts for them. The page's own script adds the shell's.
 * Captchas set addresses of scripts as plain text, so their pages do without the rule; they still need the nonce.
 */
const TRUSTED_TYPES = [
  "require-trusted-types-for 'script'",
  'trusted-types waymark-host waymark-loader waymark-page',
] as const;

/** What Stripe asks for, see docs.stripe.com/security/guide. Its loader sets plain addresses, which `default` checks. */
const STRIPE = {
  scripts: ` ${STRIPE_SCRIPT_ORIGIN} https://*.js.stripe.com`,
  frames: ` ${STRIPE_SCRIPT_ORIGIN} https://*.js.stripe.com https://hooks.stripe.com`,
  connections: ' https://api.stripe.com',
  images: ' https://*.stripe.com',
  trustedTypes: ' default',
};

/** Headers that keep foreign code and frames out of a page. */
export function securityHeaders({
  nonce,
  secure,
  hasLinkKey,
  extraSources,
  captchaOrigin,
  hasStripe,
  frameAncestors,
}: SecurityOptions): Record<string, string> {
  const captcha = captchaOrigin === null ? [] : [captchaOrigin];
  const also = [...extraSources, ...captcha].map((origin) => ` ${origin}`).join('');
  const stripe = (what: keyof typeof STRIPE) => (hasStripe ? STRIPE[what] : '');
  const policy = [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${stripe('scripts')}`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:${also}${stripe('images')}`,
    "font-src 'self'",
    `connect-src 'self'${also}${stripe('connections')}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    // Pages show how they look on other sites.
    ["frame-src 'self'", ...captcha].join(' ') + stripe('frames'),
    "object-src 'none'",
    "base-uri 'none'",
    `frame-ancestors ${frameAncestors}`,
    "form-action 'self'",
    ...(captchaOrigin === null ? [TRUSTED_TYPES[0], TRUSTED_TYPES[1] + stripe('trustedTypes')] : []),
    ...(secure ? ['upgrade-insecure-requests'] : []),
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': hasLinkKey ? 'no-referrer' : 'strict-origin-when-cross-origin',
    'permissions-policy': `geolocation=(self), camera=(), microphone=(), payment=(${
      hasStripe ? `self "${STRIPE_SCRIPT_ORIGIN}"` : ''
    }), usb=()`,
    // Wallets and banks open windows that report back.
    'cross-origin-opener-policy': hasStripe ? 'same-origin-allow-popups' : 'same-origin',
  };
}
