import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/** What a page may weigh: brotli bytes of every script it loads. */
const Budget = z.strictObject({
  page: z.string(),
  kB: z.number(),
  /** `main` starts each page, `idle` follows on the host's own pages, `fed` is what a remote's page needs besides. */
  host: z.array(z.enum(['main', 'idle', 'fed'])),
  remote: z.string().optional(),
  chunks: z.array(z.string()).default([]),
  /** Chunks of which only the remote's own code counts, not the libraries beside it. */
  without: z.array(z.string()).default([]),
});
export type Budget = z.infer<typeof Budget>;

export interface PageSize {
  page: string;
  bytes: number;
  budget: number;
}

export const readBudgets = (file: string): Budget[] =>
  z.array(Budget).parse(JSON.parse(readFileSync(file, 'utf8')));

const Assets = z.object({ main: z.array(z.string()), fed: z.array(z.string()) });
const Manifest = z.object({ entry: z.string(), chunks: z.record(z.string(), z.array(z.string())) });

/**
 * Adds up what each page loads, from what is built.
 * @param root folder of the repository
 * @throws Error when something is not built, or a chunk with a budget is gone
 */
export const pageSizes = (root: string, budgets: readonly Budget[]): PageSize[] =>
  budgets.map((budget) => ({
    page: budget.page,
    bytes: [...files(root, budget)].reduce((sum, file) => sum + statSync(`${file}.br`).size, 0),
    budget: budget.kB * 1000,
  }));

function files(root: string, { page, host, remote, chunks, without }: Budget): Set<string> {
  const client = path.join(root, 'host/dist/client');
  const assets = Assets.parse(read(path.join(root, 'host/dist/assets.json')));
  const own = {
    main: assets.main,
    fed: assets.fed,
    idle: assets.fed.filter((file) => file.startsWith('fed.')),
  };
  const found = new Set(host.flatMap((part) => own[part]).map((file) => path.join(client, file)));
  if (!remote) return found;
  const dist = path.join(root, remote, 'dist');
  const manifest = Manifest.parse(read(path.join(dist, 'manifest.json')));
  found.add(path.join(dist, manifest.entry));
  for (const chunk of chunks) {
    const parts = manifest.chunks[chunk];
    if (!parts?.length) throw new Error(`${page} counts the chunk "${chunk}" of ${remote}, which is gone.`);
    for (const file of parts)
      if (!without.includes(chunk) || file.startsWith(`${chunk}.`)) found.add(path.join(dist, file));
  }
  return found;
}

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
