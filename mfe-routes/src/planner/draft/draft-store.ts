import type { StoredName } from '@waymark/api-contract/stored-items';
import { type History, type Plan, readHistory } from '@waymark/routes';
import type { Base, RouteForm } from '../planner.ts';

/** What is kept of a course that is being drawn. Stored as it is, with all that its steps share. */
export interface Draft {
  history: History;
  form: RouteForm;
  /** What is on the server, or an empty course. */
  base: Plan;
  baseForm: RouteForm;
  /** `at` and `id` of a `Base`; drafts of older versions have neither. */
  baseAt?: string | undefined;
  savedAs?: number | undefined;
  /** Name of the tab that wrote it last. */
  tab: string;
  /** ms since 1970. */
  at: number;
}

const DATABASE: StoredName<'database'> = 'waymark.routes';
const STORE = 'drafts';
/** Drafts older than this are ignored. */
const KEEP_MS = 90 * 86_400_000;

/** The saved state that a draft started from. Drafts of older versions lack its time; the draft's own time stands in. */
export const baseOf = ({ base, baseForm, baseAt, savedAs, at }: Draft): Base => ({
  plan: base,
  form: baseForm,
  at: baseAt ?? new Date(at).toISOString(),
  id: savedAs,
});

const promised = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The storage failed.')));
  });

let opening: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opening ??= (async () => {
    const request = indexedDB.open(DATABASE, 1);
    request.addEventListener('upgradeneeded', () => void request.result.createObjectStore(STORE));
    const database = await promised(request);
    // Another tab with a newer version of the site wants to change it.
    database.addEventListener('versionchange', () => {
      database.close();
      opening = null;
    });
    return database;
  })();
  opening.catch(() => (opening = null));
  return opening;
}

const isForm = (form: Partial<RouteForm> | undefined): form is RouteForm =>
  typeof form?.name === 'string' && typeof form.activityTypeId === 'number';

/** What was kept under a key; null when nothing was, or when it cannot be read any more. @throws when the browser refuses storage */
export async function readDraft(key: string): Promise<Draft | null> {
  const store = (await open()).transaction(STORE).objectStore(STORE);
  const draft = (await promised(store.get(key))) as Partial<Draft> | undefined;
  const history = readHistory(draft?.history);
  if (!draft || !history || !draft.base || !isForm(draft.form) || !isForm(draft.baseForm)) return null;
  if ((draft.at ?? 0) < Date.now() - KEEP_MS) return null;
  return { ...(draft as Draft), history };
}

/** Keeps a draft; null forgets it. @throws when the browser refuses storage or it is full */
export async function writeDraft(key: string, draft: Draft | null): Promise<void> {
  const database = await open();
  await new Promise<void>((resolve, reject) => {
    const transaction = database.transaction(STORE, 'readwrite');
    transaction.addEventListener('complete', () => resolve());
    const failed = () => reject(transaction.error ?? new Error('The storage failed.'));
    transaction.addEventListener('abort', failed);
    transaction.addEventListener('error', failed);
    const store = transaction.objectStore(STORE);
    if (draft) store.put(draft, key);
    else store.delete(key);
    // The page may be unloading and does not wait for request events.
    transaction.commit?.();
  });
}
