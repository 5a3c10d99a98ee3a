import { deflateSync } from 'node:zlib';
import { PbfWriter } from 'pbf';
import type { Tags } from './access.ts';

/** Nodes of one block: what OpenStreetMap's own files have. */
const BLOCK = 8000;

export interface TownNode {
  lat: number;
  lng: number;
  tags?: Tags;
}
export interface TownWay {
  /** Places in the list of nodes. */
  nodes: readonly number[];
  tags: Tags;
}

/** An area of several ways. */
export interface TownArea {
  /** Places in the list of ways. */
  ways: readonly number[];
  tags: Tags;
}

/**
 * A real OpenStreetMap extract (`.osm.pbf`: length, blob header, deflated blob, again and again) of nodes, ways
 * and areas, with ids counted from 1. What is invented goes through the same import as any region.
 */
export function writeExtract(
  nodes: readonly TownNode[],
  ways: readonly TownWay[],
  areas: readonly TownArea[] = [],
): Buffer {
  const header = new PbfWriter();
  header.writeStringField(4, 'OsmSchema-V0.6');
  header.writeStringField(4, 'DenseNodes');
  header.writeStringField(16, 'waymark');
  header.writeStringField(18, 'Sort.Type_then_ID');
  const blobs = [blob('OSMHeader', header.finish())];
  for (let from = 0; from < nodes.length; from += BLOCK) blobs.push(nodeBlock(nodes, from));
  for (let from = 0; from < ways.length; from += BLOCK) blobs.push(wayBlock(ways, from));
  if (areas.length > 0) blobs.push(areaBlock(areas));
  return Buffer.concat(blobs);
}

function blob(type: string, data: Uint8Array): Buffer {
  const body = new PbfWriter();
  body.writeVarintField(2, data.length);
  body.writeBytesField(3, deflateSync(data));
  const bytes = body.finish();
  const header = new PbfWriter();
  header.writeStringField(1, type);
  header.writeVarintField(3, bytes.length);
  const head = header.finish();
  const length = Buffer.alloc(4);
  length.writeUInt32BE(head.length);
  return Buffer.concat([length, head, bytes]);
}

/** Texts of a block, each once; the first one is empty by the format. */
class Texts {
  #numbers = new Map<string, number>([['', 0]]);
  of(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#numbers.size);
    return this.#numbers.size - 1;
  }
  write(block: PbfWriter): void {
    block.writeMessage(
      1,
      (_, table) => {
        for (const text of this.#numbers.keys()) table.writeBytesField(1, Buffer.from(text));
      },
      null,
    );
  }
}

function block(texts: Texts, group: PbfWriter): Buffer {
  const out = new PbfWriter();
  texts.write(out);
  out.writeBytesField(2, group.finish());
  return blob('OSMData', out.finish());
}

const differences = (values: readonly number[]) => values.map((value, i) => value - (values[i - 1] ?? 0));

function nodeBlock(all: readonly TownNode[], from: number): Buffer {
  const texts = new Texts();
  const nodes = all.slice(from, from + BLOCK);
  const group = new PbfWriter();
  group.writeMessage(
    2,
    (_, dense) => {
      dense.writePackedSVarint(
        1,
        nodes.map((_node, i) => (i === 0 ? from + 1 : 1)),
      );
      dense.writePackedSVarint(8, differences(nodes.map(({ lat }) => Math.round(lat * 1e7))));
      dense.writePackedSVarint(9, differences(nodes.map(({ lng }) => Math.round(lng * 1e7))));
      // Key, value, key, value, and a zero behind each node.
      dense.writePackedVarint(
        10,
        nodes.flatMap(({ tags = {} }) =>
          Object.entries(tags)
            .flat()
            .map((text) => texts.of(text))
            .concat(0),
        ),
      );
    },
    null,
  );
  return block(texts, group);
}

function wayBlock(all: readonly TownWay[], from: number): Buffer {
  const texts = new Texts();
  const group = new PbfWriter();
  for (const [i, { nodes, tags }] of all.slice(from, from + BLOCK).entries())
    group.writeMessage(
      3,
      (_, way) => {
        way.writeVarintField(1, from + i + 1);
        way.writePackedVarint(
          2,
          Object.keys(tags).map((text) => texts.of(text)),
        );
        way.writePackedVarint(
          3,
          Object.values(tags).map((text) => texts.of(text)),
        );
        way.writePackedSVarint(8, differences(nodes.map((node) => node + 1)));
      },
      null,
    );
  return block(texts, group);
}

const WAY_MEMBER = 1;

function areaBlock(areas: readonly TownArea[]): Buffer {
  const texts = new Texts();
  const group = new PbfWriter();
  for (const [i, { ways, tags }] of areas.entries())
    group.writeMessage(
      4,
      (_, relation) => {
        relation.writeVarintField(1, i + 1);
        relation.writePackedVarint(
          2,
          Object.keys(tags).map((text) => texts.of(text)),
        );
        relation.writePackedVarint(
          3,
          Object.values(tags).map((text) => texts.of(text)),
        );
        relation.writePackedVarint(
          8,
          ways.map(() => texts.of('outer')),
        );
        relation.writePackedSVarint(9, differences(ways.map((way) => way + 1)));
        relation.writePackedVarint(
          10,
          ways.map(() => WAY_MEMBER),
        );
      },
      null,
    );
  return block(texts, group);
}
