import { readFileSync } from 'node:fs';
import { sharedUiFiles } from './ui-from-host.ts';

/**
 * What every remote takes from the host and never brings itself, by import name.
 * The host's side is `host/src/federation/libraries.ts`; a test keeps the two lists equal.
 */
export const SHARED_LIBRARIES = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/client',
  'react-router-dom',
  '@lingui/core',
  '@lingui/react',
  '@tanstack/react-query',
  '@waymark/contract',
  '@waymark/i18n',
  '@waymark/ui/base',
  '@waymark/remote',
] as const;
export type SharedLibrary = (typeof SHARED_LIBRARIES)[number];

/** The installed version of each shared library, by import name. */
export function sharedVersions(): Record<SharedLibrary, string> {
  return Object.fromEntries(SHARED_LIBRARIES.map((name) => [name, installedVersion(name)])) as Record<
    SharedLibrary,
    string
  >;
}

function installedVersion(name: SharedLibrary): string {
  const packageName = name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
  const file =
    packageName === '@waymark/remote' ? '../package.json' : `../node_modules/${packageName}/package.json`;
  const { version } = JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as { version: string };
  return version;
}

/** The `shared` option of a remote's build: everything from the host, and a wrong version is refused. */
export function consumedFromHost() {
  return Object.fromEntries(
    Object.entries(sharedVersions()).map(([name, version]) => [
      name,
      {
        singleton: true,
        strictVersion: true,
        requiredVersion: `^${version}`,
        version,
        import: false as const,
      },
    ]),
  );
}

/** Code that a remote must not carry: a second copy would have its own state beside the host's. */
const COPIES = [
  /\/node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|rxjs|axios|single-spa)\//,
  /\/node_modules\/@(emotion|chakra-ui|ark-ui|zag-js|tanstack)\/|\/node_modules\/@module-federation\/runtime-core\//,
  /\/node_modules\/@lingui\/(core|react)\//,
  /\/shared\/(contract|i18n|remote)\/src\//,
];

/** @returns the files among `resources` that only the host may carry */
export const secondCopies = (resources: Iterable<string>): string[] =>
  [...resources].filter((file) => sharedUiFiles.has(file) || COPIES.some((copy) => copy.test(file)));
