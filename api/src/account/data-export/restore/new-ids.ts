import { setTimeout as wait } from 'node:timers/promises';
import type { ArchiveRow, Column } from './check-row.ts';

/** Number columns that end like references and are none. */
const NO_REFERENCES: ReadonlySet<string> = new Set(['geoname_id']);
/** Arrays and JSON lists of ids. */
const ID_LISTS: ReadonlySet<string> = new Set(['came_from', 'duplicate_ids']);

const IDS_AT_ONCE = 1000;
const IDS_PER_MS = 100;

const isReference = ({ name, type }: Column): boolean =>
  type === 'bigint' && (name === 'id' || name.endsWith('_id')) && !NO_REFERENCES.has(name);

/**
 * New ids for those of an archive, minted in the order of the old ones: whoever edits an archive names nobody else's
 * things, and lists keep their order. One old id is the same new one in every table.
 */
export class NewIds {
  readonly #newByOld = new Map<number, number>();

  /** Takes a millisecond for a hundred ids, as many as there are in one: ids stay behind the clock, and other calls go on. */
  static async mint(
    oldIds: Iterable<number>,
    userIds: { before: number; after: number },
    newId: () => number,
  ): Promise<NewIds> {
    const ids = new NewIds();
    let count = 0;
    for (const id of Float64Array.from(new Set(oldIds)).sort()) {
      ids.#newByOld.set(id, newId());
      if (++count % IDS_AT_ONCE === 0) await wait(IDS_AT_ONCE / IDS_PER_MS);
    }
    ids.#newByOld.set(userIds.before, userIds.after);
    return ids;
  }

  of(id: number): number | undefined {
    return this.#newByOld.get(id);
  }

  /** The row with new ids; null where it needs something that the archive does not hold. */
  replaceIn(row: ArchiveRow, columns: readonly Column[]): ArchiveRow | null {
    const replaced = { ...row };
    for (const column of columns) {
      const value = row[column.name];
      if (ID_LISTS.has(column.name) && Array.isArray(value))
        replaced[column.name] = value.flatMap((id) => this.of(id as number) ?? []);
      if (!isReference(column) || typeof value !== 'number') continue;
      const id = this.of(value);
      if (id === undefined && !column.isNullable) return null;
      replaced[column.name] = id ?? null;
    }
    return replaced;
  }
}
