import { openPlatform, platformDir } from '@waymark/host/registry';
import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../testing/results.ts';

/**
 * Deploys each built remote that this data folder has never seen. One that was deployed before is left as the
 * registry has it, so that a restart does not undo a rollback.
 */
export async function publishBuilt(
  dataDir: string,
  progress: (line: string) => void = () => {},
): Promise<void> {
  const platform = openPlatform(platformDir(dataDir));
  const { remotes } = await platform.list();
  for (const file of globSync('mfe-*/dist/manifest.json', { cwd: ROOT })) {
    const dist = path.join(ROOT, path.dirname(file));
    const { name, version, hash } = await platform.read(dist);
    const label = `${version}+${hash.slice(0, 8)}`;
    const known = remotes[name]?.history.some((entry) => entry.version === label);
    if (known || !existsSync(dist)) continue;
    await platform.deploy(dist, { by: 'start', note: 'built from this checkout' });
    progress(`${name} ${label} is live`);
  }
}
