import type { LoaderContext } from 'webpack';

export interface SlimOptions {
  /** Our own file in place of the library's. */
  instead?: { file: string; exports: 'default' | 'named' };
  /** What changes in the library's file; each must be found. */
  changes?: [from: RegExp, to: string][];
}

/**
 * Puts a small module in the place of a library's, or takes parts out of it.
 * @throws Error when the library is no longer what the change was written for
 */
function slim(this: LoaderContext<SlimOptions>, source: string): string {
  const { instead, changes = [] } = this.getOptions();
  if (instead)
    return `export ${instead.exports === 'default' ? '{ default }' : '*'} from ${JSON.stringify(instead.file)};`;
  return changes.reduce((text, [from, to]) => {
    const changed = text.replace(from, to);
    if (changed === text)
      throw new Error(`${this.resourcePath} has nothing like ${String(from)}: look at its new version.`);
    return changed;
  }, source);
}
export default slim;
