import { findRedirectFault, operatorLink, outsideLink } from './outside-address.ts';

/** Schemes that browsers act on by themselves. */
const OWN_SCHEMES = [
  'javascript',
  'data',
  'vbscript',
  'blob',
  'filesystem',
  'view-source',
  'file',
  'about',
  'ws',
];

it('[AUTH-08] whatever scheme an address has, only those that a list allows pass', () => {
  for (const scheme of OWN_SCHEMES)
    for (const rest of [':', ':x', '://x.example/', ':https://x.example/', ':/x']) {
      const address = scheme + rest;
      expect([address, findRedirectFault(address)]).not.toEqual([address, null]);
      expect(outsideLink(address)).toBeNull();
      expect(operatorLink(address)).toBeNull();
    }
});

it('[AUTH-08] a link is given in its normal form, of which each letter is what browsers read', () => {
  expect(outsideLink('HTTPS://B\u00c4CKER.example/\u00e4 b')).toBe(
    'https://xn--bcker-gra.example/%C3%A4%20b',
  );
  expect(outsideLink(' https://x.example\n')).toBe('https://x.example/');
  for (const away of [
    'http://x.example/',
    'https://a@x.example/',
    'https://*.x.example/',
    '//x.example',
    'x',
  ])
    expect(outsideLink(away)).toBeNull();
});

it('[AUTH-08] operators may also name pages of this site, mailboxes and telephones', () => {
  for (const link of ['/legal/terms', 'mailto:help@x.example', 'tel:+49-30-1', 'http://intranet/help'])
    expect(operatorLink(link)).toBe(link);
  for (const away of ['//x.example', '/\\x.example', 'help']) expect(operatorLink(away)).toBeNull();
});
