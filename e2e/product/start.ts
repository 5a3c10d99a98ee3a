import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { launchProduct } from '../../tools/product/launch.ts';

/** A partner with a house in the invented town. */
const PARTNERS = [
  {
    code: 'wayside',
    name: 'Wayside Inns',
    radius: 5000,
    origins: ['http://127.0.0.1:4999'],
    locations: [
      { id: 'gate', name: 'Park Gate', address: '12 11th Street', lat: 0.502, lng: -149.998 },
      { id: 'circle', name: 'Market Circle', address: '', lat: 0.483, lng: -150.017 },
    ],
  },
];

/** Starts the built product on fresh data for all browser tests, and stops it after them. */
export default async function start(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'waymark-e2e-'));
  const partners = path.join(dataDir, 'partners.json');
  writeFileSync(partners, JSON.stringify(PARTNERS));
  const product = await launchProduct({
    dataDir,
    env: {
      LOG_LEVEL: 'warn',
      PSEUDO_LOCALE: 'true',
      RATE_LIMITS: 'false',
      ROUTING_DEMO: 'true',
      ROLLOUTS: 'loyalty=enabled',
      BILLING_OPERATORS: 'operator@example.com',
      PARTNERS_FILE: partners,
      // On a busy machine a page would go without its session, and the tests are not about that.
      PAGE_TIMEOUT_MS: '20000',
    },
  });
  process.env.WAYMARK_URL = product.url;
  process.env.WAYMARK_DATA = dataDir;
  return async () => {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
