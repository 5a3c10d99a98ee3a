import { createHostCheck } from './own-hosts.ts';

const local = createHostCheck({ siteUrl: 'http://localhost:4000', allowedHosts: ['box.lan', '[fd00::7]'] });
const published = createHostCheck({ siteUrl: 'https://waymark.example', allowedHosts: [] });

it.each([
  'localhost:4000',
  'LOCALHOST',
  'localhost.:4000',
  '127.0.0.1:9999',
  '[::1]:4000',
  'box.lan:80',
  '[fd00::7]',
  '10.0.0.5:4000',
  undefined,
])('a local site answers to %s', (host) => expect(local(host, '::ffff:10.0.0.5')).toBe(true));

it.each([
  'evil.example',
  'evil.example:4000',
  'localhost.evil.example',
  'evil.example#localhost',
  'localhost@evil.example',
  'evil@localhost',
  'localhost:evil',
  'localhost:4000, evil.example',
  '10.0.0.6',
  '',
  ' ',
  '*',
])('a local site does not answer to %j', (host) => expect(local(host, '10.0.0.5')).toBe(false));

it('a published site answers to its name and to its own address, on this machine also by localhost', () => {
  expect(
    ['waymark.example', 'waymark.example:443', '127.0.0.1', 'localhost'].map((h) =>
      published(h, '127.0.0.1'),
    ),
  ).toEqual([true, true, true, true]);
  expect(published('localhost', '10.0.0.5')).toBe(false);
  expect(
    createHostCheck({ siteUrl: 'https://waymark.example', allowedHosts: ['*'] })('any.example', ''),
  ).toBe(true);
});
