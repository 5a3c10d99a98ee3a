import type { FileImport, FileImportList } from '@waymark/api-contract';
import type { As } from '../../workouts/testing.ts';

const POINTS = 120;

/** A run as a watch would export it: one point every five seconds by default. */
export function gpx(
  start: string,
  { points = POINTS, name = 'Run', type = 'running', every = 5 }: Partial<GpxOptions> = {},
): string {
  const from = Date.parse(start);
  const rows = Array.from({ length: points }, (_, i) => {
    const lat = (52.2 + i * 0.00013).toFixed(6);
    const time = new Date(from + i * every * 1000).toISOString();
    return `<trkpt lat="${lat}" lon="21.01"><ele>${100 + (i % 20)}</ele><time>${time}</time></trkpt>`;
  });
  return `<?xml version="1.0"?><gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>${name}</name><type>${type}</type><trkseg>${rows.join('')}</trkseg></trk></gpx>`;
}
interface GpxOptions {
  points: number;
  name: string;
  type: string;
  every: number;
}

export type File = readonly [name: string, content: string | Uint8Array<ArrayBuffer>];

export function formOf(files: readonly File[]): FormData {
  const form = new FormData();
  for (const [name, content] of files) form.append('file', new Blob([content]), name);
  return form;
}

export async function send(call: As, files: readonly File[]): Promise<FileImport[]> {
  const answer = await call<FileImportList>('POST', '/device/file_import/', formOf(files));
  if (answer.status !== 202) throw new Error(`upload: ${answer.status} ${answer.text}`);
  return answer.body._embedded.file_imports;
}

/** The list once nothing is pending. */
export async function settled(call: As): Promise<FileImport[]> {
  const until = Date.now() + 60_000;
  for (;;) {
    const { body } = await call<FileImportList>('GET', '/device/file_import/?limit=500');
    if (body.pending === 0) return body._embedded.file_imports;
    if (Date.now() > until) throw new Error(`still pending: ${JSON.stringify(body).slice(0, 600)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Sends files and gives what became of them, by name. */
export async function importAll(call: As, files: readonly File[]): Promise<Map<string, FileImport>> {
  await send(call, files);
  return new Map((await settled(call)).map((file) => [file.file_name, file]));
}
