import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

export interface ChosenRemote {
  name: string;
  folder: string;
}
export interface Choice {
  /** Remotes to build as they are edited. */
  remotes: ChosenRemote[];
  /** The one remote runs without the host. */
  alone: boolean;
}

export const USAGE = `npm run dev -- [REMOTE ...] [--alone]

  REMOTE    what you work on: a name like mfe-workouts, or a remote's folder; all of them unless told
  --alone   the one remote in a small stand-in host, signed in as the demo member

PORT and DATA_DIR choose another address (4000) and data folder (./data).`;

/**
 * Reads the command line.
 * @param known names of the remotes in `root`
 * @throws Error saying what is wrong with it
 */
export function readChoice(args: string[], root: string, known: readonly string[]): Choice {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { alone: { type: 'boolean', default: false } },
  });
  const folders = positionals.length ? positionals : known;
  const remotes = folders.map((given) => {
    const folder = path.resolve(root, given);
    const file = path.join(folder, 'waymark.json');
    if (!existsSync(file))
      throw new Error(`There is no remote "${given}": no ${file}. There are: ${known.join(', ')}.`);
    return { name: (JSON.parse(readFileSync(file, 'utf8')) as { name: string }).name, folder };
  });
  if (values.alone && remotes.length !== 1)
    throw new Error('Say which one remote runs alone, for instance: npm run dev -- mfe-workouts --alone');
  return { remotes, alone: values.alone };
}
