/** The part of JSON schema that the OpenAPI document uses. */
export interface JsonSchema {
  type?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
}

export interface OpenApiOperation {
  parameters?: { name: string; in: 'path' | 'query'; required: boolean; schema: JsonSchema }[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
}

/** The OpenAPI document, by keys of operations such as `GET /auth/session`. */
export class OpenApi {
  readonly paths: Record<string, Record<string, OpenApiOperation>>;

  constructor(document: { paths: Record<string, Record<string, OpenApiOperation>> }) {
    this.paths = document.paths;
  }

  /** An operation; undefined for pages that the document leaves out. */
  operation(key: string): OpenApiOperation | undefined {
    const [method = '', pattern = ''] = key.split(' ');
    return this.paths[pattern.replaceAll(/:(\w+)/gu, '{$1}')]?.[method.toLowerCase()];
  }

  bodySchema(key: string): JsonSchema | undefined {
    return this.operation(key)?.requestBody?.content['application/json']?.schema;
  }
}

/** The forms that a value may have: of a union, and of one that a field tells apart. */
export const branchesOf = ({ anyOf = [], oneOf = [] }: JsonSchema): JsonSchema[] => [...anyOf, ...oneOf];

type Field = readonly [path: string[], schema: JsonSchema];

/** Every field of a body that there is a place for, also in objects and lists inside. */
export function* fieldsOf(schema: JsonSchema, path: string[] = []): Generator<Field> {
  for (const branch of branchesOf(schema)) yield* fieldsOf(branch, path);
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    yield [[...path, name], field];
    yield* fieldsOf(field, [...path, name]);
  }
  if (schema.items) yield* fieldsOf(schema.items, [...path, '0']);
}

/** True where a text is one of the values. */
export const takesText = (schema: JsonSchema): boolean =>
  schema.type === 'string' || branchesOf(schema).some(takesText);

/** Instead of a value: the field is left out. */
export const ABSENT = Symbol('absent');

/** A copy with another value at a path; what is missing on the way is made. */
export function withValue(body: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  const isObject = typeof body === 'object' && body !== null;
  const copy: Record<string, unknown> = (
    Array.isArray(body) ? [...(body as unknown[])] : isObject ? { ...body } : {}
  ) as Record<string, unknown>;
  if (rest.length > 0) copy[name!] = withValue(copy[name!] ?? (rest[0] === '0' ? [] : {}), rest, value);
  else if (value === ABSENT) delete copy[name!];
  else copy[name!] = value;
  return copy;
}
