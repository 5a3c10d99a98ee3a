import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import webpack, { type Compilation, type Configuration, type Stats } from 'webpack';

export type Mode = 'production' | 'development';

const compress = promisify(brotliCompress);
const root = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Keeps what webpack has worked out between runs, apart for each build; void when a build script has changed.
 * @param scripts further folders, ending with a slash, whose scripts shape the build
 */
export const fileCache = (name: string, ...scripts: string[]): Configuration['cache'] => ({
  type: 'filesystem',
  name,
  cacheDirectory: join(root, 'node_modules/.cache/webpack'),
  buildDependencies: {
    config: [fileURLToPath(new URL('./', import.meta.url)), ...scripts].flatMap((folder) =>
      readdirSync(folder).map((file) => join(folder, file)),
    ),
  },
});

/** All that the compiler found wrong, as text; null when the source is fine. */
export function problemsOf(stats: Stats): string | null {
  const { errors = [], warnings = [] } = stats.toJson({ all: false, errors: true, warnings: true });
  const texts = [...errors, ...warnings].map(({ moduleName, message }) =>
    moduleName ? `${moduleName}: ${message}` : message,
  );
  return texts.length ? texts.join('\n\n') : null;
}

/**
 * Runs one build.
 * @throws Error with every message of webpack when there is one
 */
export async function runWebpack(config: Configuration): Promise<Compilation> {
  const compiler = webpack(config);
  const stats = await new Promise<webpack.Stats>((resolve, reject) => {
    compiler.run((error, result) => (error ? reject(error) : resolve(result as webpack.Stats)));
  });
  await new Promise<void>((resolve, reject) => {
    compiler.close((error) => (error ? reject(error) : resolve()));
  });
  const problems = problemsOf(stats);
  if (problems !== null) throw new Error(problems);
  return stats.compilation;
}

/** What a browser checks a script against. Every page of a remote carries one for each of its scripts: a longer hash costs 0.6 kB. */
export const integrityOf = (content: Buffer | string): string =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`;

export const sha256 = (content: Buffer | string): string =>
  createHash('sha256').update(content).digest('hex');

/** Writes a brotli copy beside each text file of a folder, so that no server compresses at run time. */
export async function precompress(folder: string): Promise<void> {
  const names = await readdir(folder);
  await Promise.all(
    names
      .filter((name) => /\.(m?js|css|json|svg)$/.test(name))
      .map(async (name) => {
        const content = await readFile(join(folder, name));
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        };
        await writeFile(join(folder, `${name}.br`), await compress(content, { params }));
      }),
  );
}
