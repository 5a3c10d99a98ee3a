import type { ResolvedRemote } from '@waymark/contract';
import { pageChunkAt, remoteAt, candidatesOf, containerName, scriptOrigins } from './choices.ts';
import { attemptAddress, checkedAddress } from './script.ts';

const PAGE = 'https://waymark.example/workout/1';
const page = (pattern: string, chunk?: string) => ({ pattern, chunk }) as ResolvedRemote['pages'][number];
const version = {
  version: '1.1.0',
  base: '/remotes/mfe-a/1.1.0+ab/',
  entry: 'entry.12.js',
  integrity: 'sha256-x',
  contract: '1.0.0',
  shared: {},
};
const remote = (name: string, ...patterns: string[]): ResolvedRemote => ({
  ...version,
  name,
  pages: patterns.map((pattern) => page(pattern)),
});

it('[PLAT-02] a script is fetched from the folder that the registry names', () => {
  const [only] = candidatesOf(remote('mfe-a'), PAGE);
  expect(only?.entry).toBe('https://waymark.example/remotes/mfe-a/1.1.0+ab/entry.12.js');
});

it('[PLAT-07] the last good version comes after the live one', () => {
  const lastGood = { ...version, version: '1.0.0', base: 'https://cdn.example/mfe-a/1.0.0/' };
  const all = candidatesOf({ ...remote('mfe-a'), lastGood }, PAGE);
  expect(all.map((candidate) => candidate.version)).toEqual(['1.1.0', '1.0.0']);
  expect(all[1]?.entry).toBe('https://cdn.example/mfe-a/1.0.0/entry.12.js');
});

it('[PLAT-15] scripts come from the page itself and from origins that the registry names', () => {
  const elsewhere = { ...remote('mfe-b'), base: 'https://cdn.example/mfe-b/1/' };
  const origins = scriptOrigins([remote('mfe-a'), elsewhere], PAGE);
  expect([...origins]).toEqual(['https://waymark.example', 'https://cdn.example']);
  expect(checkedAddress('/x.js', PAGE, origins)).toBe('/x.js');
  expect(checkedAddress('https://cdn.example/x.js', PAGE, origins)).toBe('https://cdn.example/x.js');
  for (const address of ['https://evil.example/x.js', 'data:text/javascript,1', '//evil.example/x.js'])
    expect(() => checkedAddress(address, PAGE, origins)).toThrow(/not allowed here/);
});

it('a further attempt has another address', () => {
  expect(attemptAddress('/entry.js', 0)).toBe('/entry.js');
  expect(attemptAddress('/entry.js', 2)).toBe('/entry.js?r=2');
});

it('[PLAT-02] a path belongs to one remote: the one with the most exact pattern', () => {
  const remotes = [remote('mfe-a', '/workout/:id', '/a/*'), remote('mfe-b', '/workout/import', '/a/b/*')];
  expect(remoteAt(remotes, '/workout/7/')).toBe('mfe-a');
  expect(remoteAt(remotes, '/workout/import')).toBe('mfe-b');
  expect(remoteAt(remotes, '/a/x')).toBe('mfe-a');
  expect(remoteAt(remotes, '/a/b/x')).toBe('mfe-b');
  expect(remoteAt(remotes, '/elsewhere')).toBeNull();
});

it('[PLAT-14] the chunk of a page is known by its path', () => {
  const a = { ...remote('mfe-a'), pages: [page('/a/*', 'list'), page('/a/:id', 'details'), page('/b')] };
  expect(pageChunkAt(a, '/a/1')).toBe('details');
  expect(pageChunkAt(a, '/a/1/2')).toBe('list');
  expect(pageChunkAt(a, '/b')).toBeUndefined();
});

it('a remote has one name on the page', () => {
  expect(containerName('mfe-account-privacy')).toBe('mfe_account_privacy');
});
