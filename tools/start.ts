import { buildAll } from './build.ts';
import { DEMO, ensureDemoMember } from './product/demo.ts';
import { launchProduct } from './product/launch.ts';

const started = performance.now();
const say = (line: string) => console.log(`  ${line}`);
const dataDir = process.env.DATA_DIR ?? './data';

try {
  console.log('Waymark');
  await buildAll({ progress: say });
  const product = await launchProduct({
    dataDir,
    port: Number(process.env.PORT ?? 4000),
    env: { DEMO: process.env.DEMO ?? 'true' },
    progress: say,
  });
  if ((process.env.DEMO ?? 'true') === 'true') await ensureDemoMember(product.apiUrl);
  console.log(
    `\nReady after ${((performance.now() - started) / 1000).toFixed(1)} s: ${product.url}  (demo member: ${DEMO.email} / ${DEMO.password}; Ctrl-C stops)`,
  );

  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
  console.log('\nStopping …');
  await product.stop();
  process.exit(0);
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
