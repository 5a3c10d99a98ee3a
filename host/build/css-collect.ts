import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, dirname, extname } from 'node:path';
import type { Compilation, LoaderContext } from 'webpack';

export interface CollectOptions {
  /** The server's build renders markup only: style sheets mean nothing there. */
  ignore?: boolean;
}

/** Takes a style sheet out of the scripts; `collectedCss` gives all of them for the page's head. */
async function cssCollect(this: LoaderContext<CollectOptions>, css: string): Promise<string> {
  const buildInfo = this._module?.buildInfo;
  // On the module, so that it survives in webpack's cache.
  if (buildInfo && !this.getOptions().ignore) buildInfo[KEY] = await collect(this, css);
  return '';
}
export default cssCollect;

const KEY = 'waymarkCss';
const ADDRESS = /url\((["']?)(?!data:|#|https?:)([^)"']+)\1\)/g;

async function collect(loader: LoaderContext<CollectOptions>, css: string): Promise<string> {
  const resolve = loader.getResolve();
  const names = new Map<string, string>();
  for (const [, , address = ''] of css.matchAll(ADDRESS)) {
    const file = await resolve(dirname(loader.resourcePath), address);
    const content = await readFile(file);
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
    const name = `${basename(file, extname(file))}.${hash}${extname(file)}`;
    loader.addDependency(file);
    loader.emitFile(name, content);
    names.set(address, `${loader._compilation?.outputOptions.publicPath as string}${name}`);
  }
  return css.replace(ADDRESS, (_, __, address: string) => `url(${names.get(address)})`);
}

/** All style sheets of a build in the order in which the code imports them. */
export function collectedCss(compilation: Compilation): string {
  const { moduleGraph } = compilation;
  const order = (module: Parameters<typeof moduleGraph.getPostOrderIndex>[0]) =>
    moduleGraph.getPostOrderIndex(module) ?? 0;
  return [...compilation.modules]
    .filter((module) => typeof module.buildInfo?.[KEY] === 'string')
    .toSorted((a, b) => order(a) - order(b))
    .map((module) => minify(String(module.buildInfo?.[KEY])))
    .join('\n');
}

/** Comments and line breaks go; strings with a run of spaces do not occur in style sheets of ours. */
const minify = (css: string): string =>
  css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/\s*([{};,])\s*/g, '$1')
    .replaceAll(';}', '}')
    .trim();
