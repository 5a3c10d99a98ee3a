// One remote without the host, on a development server of its own. Argument: its folder.
import { readEdgeEnv, basemapDir } from '@waymark/host/edge/env';
import { routeOf } from '@waymark/host/edge/routes';
import { readDeclaration, remoteConfiguration } from '@waymark/remote/build';
import { developmentRules } from '@waymark/remote/development';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import webpack, { type Configuration, type RuleSetRule } from 'webpack';
import DevServer from 'webpack-dev-server';
import { DEMO } from '../product/demo.ts';

const PAGE = `<!doctype html>
<html lang="en-us">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Waymark</title><link rel="icon" href="data:,"></head>
<body><script src="/main.js"></script></body>
</html>
`;

async function configuration(folder: string): Promise<Configuration> {
  const { name, version, pages } = await readDeclaration(folder);
  const base = remoteConfiguration(folder, name, '/', { mode: 'development' });
  return {
    mode: 'development',
    context: folder,
    target: ['web', 'es2022'],
    entry: path.join(import.meta.dirname, 'alone/page.ts'),
    output: { filename: 'main.js', chunkFilename: '[name].js', publicPath: '/' },
    ...(base.resolve && { resolve: base.resolve }),
    module: { rules: developmentRules(base.module?.rules as RuleSetRule[]) },
    experiments: { topLevelAwait: true },
    devtool: 'cheap-module-source-map',
    performance: false,
    stats: 'none',
    infrastructureLogging: { level: 'error' },
    plugins: [
      new webpack.NormalModuleReplacementPlugin(
        /^\.\/chosen-remote\.js$/,
        path.join(folder, 'src/remote.tsx'),
      ),
      new webpack.DefinePlugin({
        WAYMARK_ALONE: JSON.stringify({
          name,
          version,
          pages,
          member: DEMO,
        }),
      }),
    ],
  };
}

const kindOf = ({ method = 'GET', headers, ...request }: IncomingMessage) =>
  routeOf(method, (request.url ?? '/').replace(/\?.*/, ''), headers).kind;

/** Every address of the site is the remote's page. */
function servePage(request: IncomingMessage, response: ServerResponse, next: () => void): void {
  if (kindOf(request) !== 'page' || !request.headers.accept?.includes('text/html')) return next();
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    .end(PAGE);
}

try {
  const env = readEdgeEnv();
  const compiler = webpack(await configuration(path.resolve(process.argv[2] ?? '')));
  compiler.hooks.done.tap('tell', (stats) => {
    const { errors = [] } = stats.toJson({ all: false, errors: true });
    const seconds = (stats.endTime - stats.startTime) / 1000;
    console.log(
      errors.length
        ? errors.map(({ moduleName, message }) => `${moduleName ?? ''}: ${message}`).join('\n\n')
        : `built in ${seconds.toFixed(2)} s`,
    );
  });
  const server = new DevServer(
    {
      host: env.EDGE_HOST,
      port: env.EDGE_PORT,
      hot: true,
      allowedHosts: ['localhost', '127.0.0.1'],
      // Wherever the page came from.
      client: { webSocketURL: 'auto://0.0.0.0:0/ws' },
      static: { directory: basemapDir(env), publicPath: '/basemap', watch: false },
      proxy: [
        {
          context: (_path: string, request: IncomingMessage) => kindOf(request) === 'api',
          target: env.API_URL,
          xfwd: true,
        },
      ],
      setupMiddlewares: (middlewares) => [...middlewares, { name: 'page', middleware: servePage }],
    },
    compiler,
  );
  await server.start();
  const stop = () => void server.stop().then(() => process.exit(0));
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
