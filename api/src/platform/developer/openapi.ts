import { ErrorBody } from '@waymark/api-contract';
import { z } from 'zod';
import type { Route, Service } from '../../kernel/server/route.ts';

export type Json = { [key: string]: unknown };

/** One call as the documentation shows it. */
export interface Operation {
  service: string;
  method: string;
  path: string;
  summary: string;
  memberOnly: boolean;
  status: number;
  parameters: Parameter[];
  body: Json | null;
  response: Json | null;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema: Json;
}

function jsonSchema(schema: z.ZodType | undefined, io: 'input' | 'output'): Json | null {
  if (!schema) return null;
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
  }) as Json;
  return rest;
}

function parametersOf(schema: z.ZodType | undefined, place: Parameter['in']): Parameter[] {
  const json = jsonSchema(schema, 'input') ?? {};
  const required = new Set(
    place === 'path'
      ? Object.keys((json['properties'] as Json) ?? {})
      : ((json['required'] as string[]) ?? []),
  );
  return Object.entries((json['properties'] as Record<string, Json>) ?? {}).map(([name, part]) => ({
    name,
    in: place,
    required: required.has(name),
    schema: part,
  }));
}

function operationOf({ name, base }: Service, { call, access }: Route): Operation {
  return {
    service: name,
    method: call.method,
    path: (base + call.path).replaceAll(/:(\w+)/g, '{$1}'),
    summary: call.summary,
    memberOnly: access === 'member',
    status: call.status ?? 200,
    parameters: [...parametersOf(call.params, 'path'), ...parametersOf(call.querystring, 'query')],
    body: jsonSchema(call.body, 'input'),
    response: jsonSchema(call.response, 'output'),
  };
}

/** Every call of the services, in their order. */
export const operationsOf = (services: readonly Service[]): Operation[] =>
  services.flatMap((service) => service.routes.map((route) => operationOf(service, route)));

const json = (schema: Json) => ({ 'application/json': { schema } });

function describe(operation: Operation): Json {
  const { status, body, response, parameters, memberOnly } = operation;
  return {
    tags: [operation.service],
    summary: operation.summary,
    operationId: operationId(operation),
    security: memberOnly ? [{ bearer: [] }] : [{}, { bearer: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: json(body) } }),
    responses: {
      [status]: { description: 'Success', ...(response && { content: json(response) }) },
      default: { description: 'Any failure', content: json({ $ref: '#/components/schemas/Error' }) },
    },
  };
}

const operationId = ({ method, path }: Operation) =>
  `${method.toLowerCase()}${path.replaceAll(/[^a-zA-Z0-9]+(\w?)/g, (_, next: string) => next.toUpperCase())}`;

/** The OpenAPI 3.1 document of the services, from the schemas that the server checks with. */
export function openApi(services: readonly Service[], site: string, version: string): Json {
  const paths: Record<string, Json> = {};
  for (const operation of operationsOf(services))
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = describe(operation);
  return {
    openapi: '3.1.0',
    info: { title: 'Waymark API', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: site.replace(/\/$/, '') }],
    tags: [...new Set(services.map(({ name }) => name))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { Error: jsonSchema(ErrorBody, 'output') },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}
