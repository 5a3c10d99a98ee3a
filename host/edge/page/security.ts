import { randomBytes } from 'node:crypto';

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
];

/** Headers that keep foreign code and frames out of a page. */
export function securityHeaders({
  nonce,
  secure,
  hasLinkKey,
  extraSources,
  captchaOrigin,
  frameAncestors,
}: SecurityOptions): Record<string, string> {
  const captcha = captchaOrigin === null ? [] : [captchaOrigin];
  const also = [...extraSources, ...captcha].map((origin) => ` ${origin}`).join('');
  const policy = [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:${also}`,
    "font-src 'self'",
    `connect-src 'self'${also}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    // Pages show how they look on other sites.
    ["frame-src 'self'", ...captcha].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    `frame-ancestors ${frameAncestors}`,
    "form-action 'self'",
    ...(captchaOrigin === null ? TRUSTED_TYPES : []),
    ...(secure ? ['upgrade-insecure-requests'] : []),
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': hasLinkKey ? 'no-referrer' : 'strict-origin-when-cross-origin',
    'permissions-policy': 'geolocation=(self), camera=(), microphone=(), payment=(self), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    ...(secure && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
}
