import { isBuiltin } from 'node:module';
import path from 'node:path';
import type { Import } from './imports.ts';

export interface Package {
  /** Folder below the root: 'shared/ui', 'mfe-auth'. */
  folder: string;
  name: string;
  dependencies: ReadonlySet<string>;
  devDependencies: ReadonlySet<string>;
}

/** What remotes may take from libraries that the host hands out in part, by library. */
export type PartialLibraries = Record<string, { names: ReadonlySet<string>; list: string }>;

/** Imports point to a lower number only. */
const ORDER: Record<string, number> = {
  'shared/units': 0,
  'shared/activities': 0,
  'shared/store': 0,
  'shared/i18n': 1,
  'shared/streams': 1,
  'shared/map': 2,
  'shared/api-contract': 1,
  'shared/routes': 1.5,
  'shared/contract': 2,
  'shared/ui': 3,
  'shared/remote': 4,
  'shared/chart': 5,
  'shared/social': 5,
};
const ORDER_TEXT =
  'units, activities, store -> api-contract -> contract -> ui -> remote -> chart, social -> mfe-*';

/** What a remote uses instead of a library that only the host may carry. */
const INSTEAD: [RegExp, string][] = [
  [/^axios$/, "call of '@waymark/contract'"],
  [/^rxjs$/, "subscribe functions of '@waymark/contract'"],
  [/^single-spa/, "navigate of '@waymark/contract'"],
  [/^(@chakra-ui|@ark-ui|@zag-js|@emotion)\//, "the components of '@waymark/ui'"],
  [/^react-router$/, "'react-router-dom'"],
  [/^@waymark\/ui\/base$/, "'@waymark/ui'"],
  // The scripts before and without the application have their own small part of the contract.
  [/^@waymark\/contract\/(?!(early|standalone)$).+/, "'@waymark/contract'"],
];

/** Code that runs on the server, in tests or at build time. */
const OUTSIDE_BROWSER =
  /^(api|tools|e2e)\/|^host\/(edge|build)\/|\/testing\/|^shared\/remote\/(build|development)\/|\.test\.tsx?$|\.config\.\w+$/;
/** What the federated product is measured against: the same code in one bundle. */
const YARDSTICK = /^tools\/bench\/federation\/one-bundle\//;
const DEVELOPMENT = /\/testing\/|\.test\.tsx?$|\/test-[\w-]+\.tsx?$|\.config\.\w+$|\/bench\/|\.d\.ts$/;

/** @returns what is wrong with an import and what to do instead, or null */
export function violation(
  file: string,
  { specifier, names }: Import,
  own: Package,
  packages: readonly Package[],
  partial: PartialLibraries,
): string | null {
  if (specifier.startsWith('.')) return outsideOwnFolder(file, specifier, own, packages);
  if (isBuiltin(specifier))
    return OUTSIDE_BROWSER.test(file) || isServerOnly(own)
      ? null
      : `runs in a browser, where '${specifier}' does not exist; use what browsers have.`;

  const target = packageName(specifier);
  const sibling = packages.find(({ name }) => name === target);
  const remote = own.folder.startsWith('mfe-') && !DEVELOPMENT.test(file);
  const instead = remote && INSTEAD.find(([pattern]) => pattern.test(specifier))?.[1];
  if (instead) return `imports '${specifier}', which only the host may carry; use ${instead}.`;
  const forbidden =
    sibling && sibling !== own && !YARDSTICK.test(file) && wrongWay(own.folder, sibling.folder);
  if (forbidden) return `imports '${specifier}'. ${forbidden}`;
  const declared =
    own.dependencies.has(target) ||
    own.name === target ||
    (own.devDependencies.has(target) && DEVELOPMENT.test(file)) ||
    typesOnly(target, names, own);
  if (!declared && !own.devDependencies.has(target))
    return `imports '${specifier}', which ${own.folder}/package.json does not declare; add "${target}": "${sibling ? 'workspace:*' : 'catalog:'}" to its dependencies.`;
  if (!declared && !isServerOnly(own))
    return `imports '${specifier}', which ${own.folder}/package.json declares for development only; move it to dependencies.`;
  if (remote && specifier === '@waymark/contract' && names.includes('http'))
    return "takes 'http' from '@waymark/contract', which sends whatever path it is given; use call, useCall or useSend with a call of '@waymark/api-contract/client'.";
  const part = remote ? partial[specifier] : undefined;
  const missing = part && names.find((name) => name !== '*' && !part.names.has(name));
  return missing
    ? `takes '${missing}' from '${specifier}', which the host does not hand out; add it to ${part.list} or do without.`
    : null;
}

function outsideOwnFolder(file: string, specifier: string, own: Package, packages: readonly Package[]) {
  const target = path.posix.join(path.posix.dirname(file), specifier);
  if (target.startsWith(`${own.folder}/`)) return null;
  // Browser tests start the product with the very code of `npm start`.
  if (own.folder === 'e2e' && target.startsWith('tools/')) return null;
  const other = packages.find(({ folder }) => target.startsWith(`${folder}/`));
  return `reaches out of its package by '${specifier}'; import ${other ? `'${other.name}'` : 'a package'} by name and declare it.`;
}

function wrongWay(from: string, to: string): string | null {
  const use = "Use events, navigation or links of '@waymark/contract' instead.";
  if (from.startsWith('mfe-') && to.startsWith('mfe-'))
    return `A remote never imports another remote. ${use}`;
  if (from.startsWith('mfe-') && to === 'host') return `A remote never imports the host. ${use}`;
  if (to.startsWith('mfe-')) return 'Remotes are built and published apart; load them through the registry.';
  if (from === 'tools' || from === 'e2e') return null;
  if (to === 'api')
    return "The API is reached by calls: use '@waymark/api-contract/client' and call of '@waymark/contract'.";
  if (to === 'host' || to === 'tools' || to === 'e2e')
    return `Nothing imports ${to}; move what is needed into shared/.`;
  const order = ORDER[from];
  const wanted = ORDER[to];
  if (from === 'api' && wanted !== undefined && wanted >= 2)
    return 'The API uses units, activities, streams, routes and api-contract only; move what is needed into one of them.';
  if (order === undefined || wanted === undefined || wanted < order) return null;
  return `Imports point one way (${ORDER_TEXT}); move what is needed into a package further left.`;
}

const isServerOnly = ({ folder }: Package) => /^(api|tools|e2e)$/.test(folder);
/** `@types/x` stands for the types of `x`. */
const typesOnly = (target: string, names: string[], own: Package) =>
  names.length === 0 && (own.devDependencies.has(target) || own.devDependencies.has(`@types/${target}`));

function packageName(specifier: string): string {
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? specifier);
}
