import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/** What a page may weigh: brotli bytes of every script it loads. */
const Budget = z.strictObject({
  page: z.string(),
  kB: z.number(),
  /** `main` starts each page, `home` is the home page's own, `idle` follows on the host's own pages, `fed` is what a remote's page needs besides. */
  host: z.array(z.enum(['main', 'home', 'idle', 'fed'])),
  remote: z.string().optional(),
  chunks: z.array(z.string()).default([]),
  /** A page of one script, by its name: it loads nothing of the host and not the remote's entry. */
  standalone: z.string().optional(),
  /** What runs ahead of the application, by its module; alone where the budget names no chunks. */
  ahead: z.string().optional(),
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

const Assets = z.object({ main: z.array(z.string()), home: z.array(z.string()), fed: z.array(z.string()) });
const Manifest = z.object({
  entry: z.string(),
  pages: z.array(z.object({ chunk: z.string().optional(), early: z.string().optional() })),
  chunks: z.record(z.string(), z.array(z.string())),
  early: z.record(z.string(), z.string()).default({}),
  standalone: z.record(z.string(), z.string()).default({}),
});

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

function files(root: string, budget: Budget): Set<string> {
  const { page, host, remote, chunks, without, standalone, ahead } = budget;
  const client = path.join(root, 'host/dist/client');
  const assets = Assets.parse(read(path.join(root, 'host/dist/assets.json')));
  const own = {
    main: assets.main,
    home: assets.home,
    fed: assets.fed,
    idle: assets.fed.filter((file) => file.startsWith('fed.')),
  };
  const found = new Set(host.flatMap((part) => own[part]).map((file) => path.join(client, file)));
  if (!remote) return found;
  const dist = path.join(root, remote, 'dist');
  const manifest = Manifest.parse(read(path.join(dist, 'manifest.json')));
  const module = standalone ?? ahead;
  if (module !== undefined) {
    const script = standalone ? manifest.standalone[module] : manifest.early[module];
    if (!script) throw new Error(`${page} is the script "${module}" of ${remote}, which is gone.`);
    found.add(path.join(dist, script));
    if (chunks.length === 0) return found;
  }
  found.add(path.join(dist, manifest.entry));
  for (const chunk of chunks) {
    const early = manifest.pages.find((one) => one.chunk === chunk)?.early;
    if (early) found.add(path.join(dist, manifest.early[early] ?? ''));
    const parts = manifest.chunks[chunk];
    if (!parts?.length) throw new Error(`${page} counts the chunk "${chunk}" of ${remote}, which is gone.`);
    for (const file of parts)
      if (!without.includes(chunk) || file.startsWith(`${chunk}.`)) found.add(path.join(dist, file));
  }
  return found;
}

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
