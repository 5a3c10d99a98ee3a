import compileSerializer from 'fast-json-stringify';
import { z } from 'zod';

type Json = Record<string, unknown>;

/**
 * What a contract says about values besides their type. An answer holds what is stored already: where a serializer has
 * to choose between two forms it tells them apart by their fields, and a value does not turn one into neither.
 */
const CONSTRAINTS = new Set([
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minItems',
  'maxItems',
]);

/**
 * The serializer of an answer: only what its schema names leaves the server. It is compiled for the first answer, since
 * hundreds of them at once would hold each start of the server up.
 */
export function answerSerializer({ schema }: { schema: z.ZodType }): (answer: unknown) => string {
  let serialize: ((answer: unknown) => string) | null = null;
  return (answer) => (serialize ??= compileSerializer(answerSchema(schema)))(answer);
}

/**
 * `number | null` and unions of constants become one plain type: the serializer would otherwise try each branch per value.
 */
function answerSchema(schema: z.ZodType): Json {
  const json = z.toJSONSchema(schema, { target: 'draft-7', io: 'output', unrepresentable: 'any' }) as Json;
  delete json['$schema'];
  return simplify(json);
}

function simplify(node: Json): Json {
  const schema: Json = {};
  for (const [key, value] of Object.entries(node)) {
    if (CONSTRAINTS.has(key)) continue;
    // Names of properties may be the names of constraints.
    if (key === 'properties')
      schema[key] = Object.fromEntries(
        Object.entries(value as Json).map(([name, property]) => [name, simplify(property as Json)]),
      );
    else schema[key] = simplifyValue(value);
  }
  const branches = schema['anyOf'];
  if (!Array.isArray(branches)) return schema;
  const { anyOf: _, ...rest } = schema;
  return union(branches as Json[], rest) ?? schema;
}

function simplifyValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(simplifyValue);
  return typeof value === 'object' && value !== null ? simplify(value as Json) : value;
}

/** A choice of several values allows null only where null is one of them, whatever `nullable` says. */
function nullable({ const: constant, enum: choices, ...schema }: Json): Json {
  const values = Array.isArray(choices) ? (choices as unknown[]) : constant === undefined ? null : [constant];
  return { ...schema, ...(values && { enum: [...values, null] }), nullable: true };
}

function union(branches: Json[], rest: Json): Json | null {
  const values = branches.filter((branch) => branch['type'] !== 'null');
  const isNullable = values.length < branches.length;
  const [only] = values;
  if (values.length === 1 && only) return isNullable ? nullable({ ...rest, ...only }) : { ...rest, ...only };
  const types = new Set(values.map((branch) => branch['type']));
  return types.size === 1 && values.every((branch) => 'const' in branch)
    ? { ...rest, type: only?.['type'], ...(isNullable && { nullable: true }) }
    : null;
}
