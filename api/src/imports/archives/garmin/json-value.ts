/** What a JSON file of another service holds, of which nothing is known yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Undefined when it is no JSON. */
export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/u, ''));
  } catch {
    return undefined;
  }
}

/** An id, written as a number or as text. */
export const toId = (value: unknown): string | null =>
  typeof value === 'number' || typeof value === 'string' ? String(value) : null;

/** A finite number, written as one or as text. */
export function toNumber(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}
