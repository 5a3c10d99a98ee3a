import { decodeStreams, unpackStreams } from '../../recordings/streams/codec.ts';
import { parseContent } from '../../recordings/testing/parse-content.ts';

/** Of a file or packed series what it says, of JSON the JSON: without what names the member and the moment of the upload. */
export async function disclosedBy(answer: Response, names: readonly [string, string][]): Promise<unknown> {
  const type = answer.headers.get('content-type') ?? '';
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (type.includes('vnd.waymark.streams')) return plain(decodeStreams(unpackStreams(bytes)));
  if (/fit|gpx|tcx|xml|octet-stream/.test(type)) {
    return plain(await parseContent(bytes));
  }
  let text = bytes.toString();
  for (const [from, to] of names) text = text.replaceAll(from, to);
  return text === '' ? answer.status : JSON.parse(text);
}

const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, one) => (ArrayBuffer.isView(one) ? Array.from(one as Int32Array) : one)),
  );

const AT_UPLOAD = new Set(['created_datetime', 'updated_datetime', 'contentHash', 'request_id']);

/** Everything that differs by more than rounding. Centimetres before the first visible place are rounded on the way. */
export function* differences(a: unknown, b: unknown, path: string): Generator<string> {
  if (typeof a === 'number' && typeof b === 'number') {
    const rounding = path.includes('.columns.speed.') ? 5 : 1.01;
    if (Math.abs(a - b) > Math.max(rounding, 1e-4 * Math.abs(a))) yield `${path}: ${a} and ${b}`;
  } else if (typeof a === 'object' && typeof b === 'object' && a !== null && b !== null) {
    const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
    for (const key of keys) {
      if (!AT_UPLOAD.has(key))
        yield* differences(a[key as keyof typeof a], b[key as keyof typeof b], `${path}.${key}`);
    }
  } else if (a !== b) yield `${path}: ${String(a)} and ${String(b)}`;
}
