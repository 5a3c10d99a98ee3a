import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { LEGAL_PAGES, type LegalPage, type LegalPageId, type TextBlock } from '@waymark/api-contract';
import type { Env } from '../../kernel/server/env.ts';
import { describeStoredItems, type StoredItemsEnv } from './describe-stored-items.ts';
import { parseMarkdown } from './markdown.ts';

type LegalEnv = StoredItemsEnv & Pick<Env, 'LEGAL_DIR'>;

interface Edition {
  /** The file's name, which is the day from which it holds. */
  version: string;
  title: string;
  blocks: TextBlock[];
}

const DEFAULT_FOLDER = new URL('pages/', import.meta.url).pathname;
const FILE = /^(\d{4}-\d{2}-\d{2})\.md$/;
const folders = new Map<string, Record<LegalPageId, Edition[]>>();

function readEditions(folder: string, env: StoredItemsEnv): Edition[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .flatMap((name) => FILE.exec(name)?.[1] ?? [])
    .toSorted()
    .toReversed()
    .map((version) => {
      const markdown = readFileSync(path.join(folder, `${version}.md`), 'utf8');
      const blocks = parseMarkdown(describeStoredItems(markdown, env));
      const [first, ...rest] = blocks;
      if (first?.type !== 'heading')
        throw new Error(`${folder}/${version}.md does not begin with a heading.`);
      return { version, title: first.spans.map(({ text }) => text).join(''), blocks: rest };
    });
}

/**
 * Every edition of the legal pages: `<folder>/<page>/<day>.md`. A page without a file of the operator takes the text
 * that comes along.
 * @throws Error naming what is wrong with a file
 */
export function legalPagesOf(env: LegalEnv): Record<LegalPageId, Edition[]> {
  const { LEGAL_DIR } = env;
  const key = `${env.VISITOR_CONSENTS_DAYS} ${LEGAL_DIR ?? ''}`;
  let pages = folders.get(key);
  if (!pages) {
    pages = Object.fromEntries(
      LEGAL_PAGES.map((page) => {
        const own = LEGAL_DIR ? readEditions(path.join(LEGAL_DIR, page), env) : [];
        return [page, own.length > 0 ? own : readEditions(path.join(DEFAULT_FOLDER, page), env)];
      }),
    ) as Record<LegalPageId, Edition[]>;
    folders.set(key, pages);
  }
  return pages;
}

/** Editions that hold or held by now; one that begins later is not shown before. */
const begun = (editions: readonly Edition[], now: Date): Edition[] =>
  editions.filter(({ version }) => version <= now.toISOString().slice(0, 10));

/** The version of each legal page that holds now. */
export const currentLegalVersions = (env: LegalEnv, now: Date): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(legalPagesOf(env)).map(([page, editions]) => [page, begun(editions, now)[0]?.version]),
  );

/** A page in its current or an earlier version; undefined when there is none. */
export function findLegalPage(
  env: LegalEnv,
  page: LegalPageId,
  now: Date,
  version?: string,
): LegalPage | undefined {
  const editions = begun(legalPagesOf(env)[page], now);
  const edition = version === undefined ? editions[0] : editions.find((one) => one.version === version);
  return (
    edition && {
      page,
      title: edition.title,
      version: edition.version,
      effective_from: edition.version,
      blocks: edition.blocks,
      versions: editions.map((one) => ({ version: one.version, effective_from: one.version })),
    }
  );
}
