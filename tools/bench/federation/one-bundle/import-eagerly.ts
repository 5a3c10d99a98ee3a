import type { LoaderContext } from 'webpack';

/** Puts what a module would load by `import()` into its own chunk. @throws Error when it has no such import */
function importEagerly(this: LoaderContext<{ request: string }>, source: string): string {
  const { request } = this.getOptions();
  const lazy = new RegExp(
    `import\\(/\\* webpackChunkName: "\\w+" \\*/ '${request.replaceAll('.', '\\.')}'\\)`,
  );
  if (!lazy.test(source))
    throw new Error(`${this.resourcePath} does not import '${request}' when it is needed.`);
  return source.replace(lazy, `import(/* webpackMode: "eager" */ '${request}')`);
}
export default importEagerly;
