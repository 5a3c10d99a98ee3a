import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { hasPlaces } from './places.ts';

/** Makes the list of cities for a test that is run by itself; `npm test` has made it before. */
export function ensurePlaces(): void {
  if (hasPlaces({})) return;
  const script = path.resolve(import.meta.dirname, '../../../../tools/build.ts');
  const { status, stderr } = spawnSync(process.execPath, [script, 'places'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The list of cities could not be made: ${stderr}`);
}
