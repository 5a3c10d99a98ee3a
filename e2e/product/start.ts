import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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

/** Where the mountain of the tests stands: a cone of 2,000 metres. */
export const MOUNTAIN = { lat: 47.5, lng: 11.5 };

/** A folder of heights with that mountain, in the form of HGT files. */
function writeHeights(folder: string): string {
  const n = 301;
  const bytes = Buffer.alloc(n * n * 2);
  for (let row = 0; row < n; row++)
    for (let column = 0; column < n; column++) {
      const north = 48 - row / (n - 1) - MOUNTAIN.lat;
      const east = (11 + column / (n - 1) - MOUNTAIN.lng) * Math.cos((MOUNTAIN.lat * Math.PI) / 180);
      const meters = Math.hypot(north, east) * 111_195;
      bytes.writeInt16BE(Math.max(400, Math.round(2000 - meters * 0.3)), (row * n + column) * 2);
    }
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'N47E011.hgt'), bytes);
  return folder;
}

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
      MODERATORS: 'moderator@example.com, judge@example.com, second-judge@example.com',
      PARTNERS_FILE: partners,
      ELEVATION_HGT: writeHeights(path.join(dataDir, 'heights')),
      ELEVATION_ATTRIBUTION: 'Heights of the tests',
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
