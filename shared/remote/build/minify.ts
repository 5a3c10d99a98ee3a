import { minify } from '@swc/core';
import webpack, { type Compiler } from 'webpack';

const COMMENT = /\/\*[\s\S]*?\*\//g;
const LEGAL = /^\/\*!|@license|@preserve|copyright/i;

/** Makes scripts small with swc, which beats webpack's own minifier in size and in time; licences go to a file beside. */
export class Minify {
  apply(compiler: Compiler): void {
    const { Compilation, sources } = webpack;
    compiler.hooks.compilation.tap('Minify', (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE;
      compilation.hooks.processAssets.tapPromise({ name: 'Minify', stage }, async (assets) => {
        const scripts = Object.keys(assets).filter((name) => name.endsWith('.js'));
        await Promise.all(
          scripts.map(async (name) => {
            const source = String(assets[name]?.source());
            const { code } = await minify(source, {
              compress: { passes: 3, ecma: 2020 },
              mangle: true,
              format: { comments: false },
            });
            compilation.updateAsset(name, new sources.RawSource(code), { minimized: true });
            const licences = new Set(source.match(COMMENT)?.filter((comment) => LEGAL.test(comment)));
            if (licences.size)
              compilation.emitAsset(`${name}.LICENSE.txt`, new sources.RawSource([...licences].join('\n\n')));
          }),
        );
      });
    });
  }
}
