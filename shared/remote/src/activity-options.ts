import {
  activityOptions,
  POPULAR_IDS,
  type ActivityOptionGroup,
  type ActivityType,
} from '@waymark/activities';
import { parseStored, readLocal, writeLocal } from '@waymark/api-contract/browser-storage';
import { activityTypeCalls } from '@waymark/api-contract/client';
import { call, getLocale, getSettings } from '@waymark/contract';

const KEEP_MS = 30 * 86_400_000;

interface Kept {
  /** Entries of another release are not used. */
  nonce: string;
  until: number;
  types: ActivityType[];
}

/**
 * The choices of an activity selector: Popular first, then the groups. The catalogue is kept in this browser
 * for 30 days under the release's nonce; without storage it is asked for each time.
 * @throws ApiError when there is nothing kept and the call fails
 */
export async function loadActivityOptions(
  popular: readonly number[] = POPULAR_IDS,
): Promise<ActivityOptionGroup[]> {
  return activityOptions(await loadTypes(), {
    popular,
    locale: getLocale() === 'pseudo' ? 'en' : getLocale(),
  });
}

async function loadTypes(): Promise<ActivityType[]> {
  const nonce = getSettings().version;
  const kept = parseStored(readLocal('waymark.activity_types')) as Kept | null;
  if (kept && kept.nonce === nonce && kept.until > Date.now()) return kept.types;
  const list = await call(activityTypeCalls.list);
  const types = list._embedded.activity_types.map((t): ActivityType => ({
    id: t.id,
    name: t.name,
    parentId: t.parent_id,
    rootId: t.root_id,
    met: t.mets,
    hasChildren: t.has_children,
  }));
  writeLocal(
    'waymark.activity_types',
    JSON.stringify({ nonce, until: Date.now() + KEEP_MS, types } satisfies Kept),
  );
  return types;
}
