import { execFile } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));

/** Builds a remote's folder as a version. @returns the built folder */
export async function buildVersion(folder: string, version: string): Promise<string> {
  const dist = path.join(folder, `dist-${version}`);
  await run(process.execPath, [path.join(root, 'e2e/product/build-remote.ts'), folder, version, dist]);
  return dist;
}

/** Runs `npm run waymark -- …` on the data of the running product. @returns what it prints */
export async function waymark(...args: string[]): Promise<string> {
  const data = process.env.WAYMARK_DATA ?? '';
  const command = [path.join(root, 'tools/waymark.ts'), ...args, '--data', data, '--by', 'Robin'];
  const { stdout } = await run(process.execPath, command, { cwd: root });
  return stdout;
}
