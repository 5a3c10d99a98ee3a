import type { LoaderContext } from 'webpack';

export interface SlimOptions {
  /** The file that replaces the library's. */
  file: string;
  /** `{ default }` names the one of several exports that takes the place of the library's default. */
  exports: 'default' | 'named' | { default: string };
}

/** Replaces a module of a library by one of ours. */
function replaceModule(this: LoaderContext<SlimOptions>): string {
  const { file, exports } = this.getOptions();
  const names =
    exports === 'named' ? '*' : exports === 'default' ? '{ default }' : `{ ${exports.default} as default }`;
  return `export ${names} from ${JSON.stringify(file)};`;
}
export default replaceModule;
