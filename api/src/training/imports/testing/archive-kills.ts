import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type FileImportList, SERVICE_BASES, type WorkoutList } from '@waymark/api-contract';
import { signUpAt } from '../../../testing/member.ts';
import { type ApiProcess, startProcess } from '../../../testing/api-process.ts';

const POLL_MS = 50;

export interface KillsOutcome {
  /** Lines of the list by state. */
  counts: FileImportList['counts'];
  /** Names that stand on the list more than once. */
  doubled: string[];
  workouts: number;
  /** Different moments at which workouts begin; as many as workouts when none is there twice. */
  starts: number;
}

/**
 * Uploads an archive and kills the API again and again while it is read, each time a share further on. Gives what
 * is there once nothing is pending.
 */
export async function killDuring(archive: File, files: number, kills: number): Promise<KillsOutcome> {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-kills-'));
  let api: ApiProcess = await startProcess(folder);
  try {
    const headers = { authorization: `Bearer ${(await signUpAt(api.url)).access_token}` };
    const call = async <T>(where: string, init: RequestInit = {}): Promise<T> => {
      const answer = await fetch(`${api.url}${SERVICE_BASES.main}${where}`, { headers, ...init });
      if (!answer.ok) throw new Error(`${where}: ${answer.status} ${await answer.text()}`);
      return (await answer.json()) as T;
    };
    const list = (query: string) => call<FileImportList>(`/device/file_import/?${query}`);
    const form = new FormData();
    form.append('file', archive, 'archive.zip');
    await call('/device/file_import/', { method: 'POST', body: form });
    for (let kill = 0; kill < kills; kill++) {
      // The first comes while the archive is looked through, the others while its files are read.
      for (;;) {
        const { counts, pending } = await list('limit=1');
        if (pending === 0 || counts.ready >= (files * kill) / (kills + 1)) break;
        await wait(POLL_MS);
      }
      await api.kill();
      api = await startProcess(folder);
    }
    while ((await list('limit=1')).pending > 0) await wait(POLL_MS);
    return await outcomeOf(list, (where) => call<WorkoutList>(where));
  } finally {
    await api.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function outcomeOf(
  list: (query: string) => Promise<FileImportList>,
  workoutsAt: (where: string) => Promise<WorkoutList>,
): Promise<KillsOutcome> {
  const names: string[] = [];
  let page: FileImportList;
  do {
    page = await list(`limit=500&offset=${names.length}`);
    names.push(...page._embedded.file_imports.map(({ file_name }) => file_name));
  } while (names.length < page.total_count);
  const starts: string[] = [];
  for (;;) {
    const { _embedded } = await workoutsAt(`/workout/?limit=100&offset=${starts.length}`);
    starts.push(..._embedded.workouts.map(({ start_datetime }) => start_datetime));
    if (_embedded.workouts.length < 100) break;
  }
  return {
    counts: page.counts,
    doubled: names.filter((name, i) => names.indexOf(name) !== i),
    workouts: starts.length,
    starts: new Set(starts).size,
  };
}
