import { z } from 'zod';

type Json = Record<string, unknown>;

/**
 * The JSON schema from which the serializer of an answer is compiled; only what it names leaves the server.
 * `number | null` and unions of constants become one plain type: the serializer would otherwise try each branch per value.
 */
export function answerSchema(schema: z.ZodType): Json {
  const json = z.toJSONSchema(schema, { target: 'draft-7', io: 'output', unrepresentable: 'any' }) as Json;
  delete json['$schema'];
  return simplify(json) as Json;
}

function simplify(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(simplify);
  if (typeof node !== 'object' || node === null) return node;
  const schema = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, simplify(value)]));
  const branches = schema['anyOf'];
  if (!Array.isArray(branches)) return schema;
  const { anyOf: _, ...rest } = schema;
  return union(branches as Json[], rest) ?? schema;
}

function union(branches: Json[], rest: Json): Json | null {
  const values = branches.filter((branch) => branch['type'] !== 'null');
  const nullable = values.length < branches.length ? { nullable: true } : {};
  const [only] = values;
  if (values.length === 1 && only) return { ...rest, ...only, ...nullable };
  const types = new Set(values.map((branch) => branch['type']));
  return types.size === 1 && values.every((branch) => 'const' in branch)
    ? { ...rest, type: only?.['type'], ...nullable }
    : null;
}
