import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { launchProduct } from '../../tools/product/launch.ts';

/** Starts the built product on fresh data for all browser tests, and stops it after them. */
export default async function start(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'waymark-e2e-'));
  const product = await launchProduct({
    dataDir,
    env: { LOG_LEVEL: 'warn', PSEUDO_LOCALE: 'true', RATE_LIMITS: 'false' },
  });
  process.env.WAYMARK_URL = product.url;
  process.env.WAYMARK_DATA = dataDir;
  return async () => {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
