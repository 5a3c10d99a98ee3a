import { expect, type Member } from './member.ts';

interface Imported {
  id: number;
  state: string;
  problem: { message: string } | null;
  workouts: { id: number }[];
}
interface Answer {
  _embedded: { file_imports: Imported[] };
}

/** Hands a file to the API as a member's other device would, and waits until it is read. @returns the workout's id */
export async function importFile(
  member: Member,
  site: string,
  { name, mimeType, buffer }: { name: string; mimeType: string; buffer: Buffer<ArrayBuffer> },
): Promise<number> {
  const body = new FormData();
  body.append('file', new Blob([buffer], { type: mimeType }), name);
  const answer = await fetch(`${site}/services/main/v7.1/device/file_import/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${member.token}` },
    body,
  });
  expect(answer.ok, `${answer.status} for ${name}`).toBe(true);
  let [file] = ((await answer.json()) as Answer)._embedded.file_imports;
  await expect
    .poll(
      async () => {
        const list = await member.call('GET', '/device/file_import/');
        file = ((await list.json()) as Answer)._embedded.file_imports.find(({ id }) => id === file?.id);
        return file?.problem?.message ?? file?.state;
      },
      { timeout: 45_000, intervals: [100, 250] },
    )
    .toBe('ready');
  return file!.workouts[0]!.id;
}
