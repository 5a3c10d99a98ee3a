import type { LoaderContext } from 'webpack';

export interface SlimOptions {
  /** The file that replaces the library's. */
  file: string;
  exports: 'default' | 'named';
}

/** Replaces a module of a library by one of ours. */
function replaceModule(this: LoaderContext<SlimOptions>): string {
  const { file, exports } = this.getOptions();
  return `export ${exports === 'default' ? '{ default }' : '*'} from ${JSON.stringify(file)};`;
}
export default replaceModule;
