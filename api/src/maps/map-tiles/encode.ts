import { PbfWriter } from 'pbf';
import { EXTENT } from './grid.ts';

/**
 * A thing of a layer. `parts` hold x, y, x, y in units of the tile: lines of two points and more, one point, or rings
 * without their last point again, each outer one (clockwise on the map) before its holes.
 */
export interface Feature {
  kind: 'line' | 'point' | 'polygon';
  parts: readonly (readonly number[])[];
  properties: Readonly<Record<string, string | number>>;
}
export type Layers = Readonly<Record<string, readonly Feature[]>>;

const KIND = { point: 1, line: 2, polygon: 3 } as const;
const MOVE = 1;
const LINE = 2;
const CLOSE = 7;
const command = (id: number, count: number): number => (count << 3) | id;
const zigzag = (value: number): number => (value << 1) ^ (value >> 31);

function geometryOf({ kind, parts }: Feature): number[] {
  const out: number[] = [];
  let [x, y] = [0, 0];
  for (const part of parts) {
    for (let i = 0; i < part.length; i += 2) {
      if (i === 0) out.push(command(MOVE, 1));
      if (i === 2) out.push(command(LINE, part.length / 2 - 1));
      out.push(zigzag(part[i]! - x), zigzag(part[i + 1]! - y));
      [x, y] = [part[i]!, part[i + 1]!];
    }
    if (kind === 'polygon') out.push(command(CLOSE, 1));
  }
  return out;
}

/** Values, each once, by the number that features name them with. */
class Numbered<T> {
  #numbers = new Map<T, number>();
  of(value: T): number {
    let number = this.#numbers.get(value);
    if (number === undefined) this.#numbers.set(value, (number = this.#numbers.size));
    return number;
  }
  all(): Iterable<T> {
    return this.#numbers.keys();
  }
}

function writeLayer([name, features]: [string, readonly Feature[]], layer: PbfWriter): void {
  const keys = new Numbered<string>();
  const values = new Numbered<string | number>();
  layer.writeVarintField(15, 2);
  layer.writeStringField(1, name);
  for (const one of features)
    layer.writeMessage(
      2,
      (_, feature) => {
        const tags = Object.entries(one.properties).flatMap(([key, value]) => [
          keys.of(key),
          values.of(value),
        ]);
        feature.writePackedVarint(2, tags);
        feature.writeVarintField(3, KIND[one.kind]);
        feature.writePackedVarint(4, geometryOf(one));
      },
      null,
    );
  for (const key of keys.all()) layer.writeStringField(3, key);
  for (const value of values.all())
    layer.writeMessage(
      4,
      (_, one) => {
        if (typeof value === 'string') one.writeStringField(1, value);
        else if (value < 0) one.writeSVarintField(6, value);
        else one.writeVarintField(5, value);
      },
      null,
    );
  layer.writeVarintField(5, EXTENT);
}

/** A tile as maps read it (Mapbox Vector Tile 2); null when nothing is on it. Numbers are whole. */
export function encodeTile(layers: Layers): Uint8Array | null {
  const out = new PbfWriter();
  for (const layer of Object.entries(layers)) if (layer[1].length > 0) out.writeMessage(3, writeLayer, layer);
  const bytes = out.finish();
  return bytes.length > 0 ? bytes : null;
}
