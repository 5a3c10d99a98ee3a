import type { z } from 'zod';
import type { Call } from './common.ts';
import type { Endpoint } from './endpoints/endpoint.ts';

/** What a call takes and answers; undefined where it takes nothing. */
export interface CallTypes {
  params: object | undefined;
  query: object | undefined;
  body: unknown;
  response: unknown;
}

/** A call that can be sent. `types` exists for the compiler only: it ties what is sent and answered to the schemas. */
export interface ClientCall<T extends CallTypes = CallTypes> extends Endpoint {
  readonly types?: T;
}

type Simplify<T> = { [K in keyof T]: T[K] };
type Present<C, K extends string> = C extends { [P in K]: infer S } ? S : undefined;

type ParamsOf<S> = S extends z.ZodType ? Simplify<z.output<S>> : undefined;

/** As a caller writes it: what has a default may be left out. Text that the server turns into a number is that number. */
type QueryOf<S> = S extends z.ZodType
  ? Simplify<{
      [K in keyof z.input<S>]: unknown extends z.input<S>[K]
        ? z.output<S>[K & keyof z.output<S>]
        : z.input<S>[K];
    }>
  : undefined;

type BodyOf<C> = C extends { multipart: true }
  ? FormData
  : C extends { body: infer S extends z.ZodType }
    ? z.input<S>
    : undefined;

type ResponseOf<C> = C extends { answer: 'bytes' }
  ? ArrayBuffer
  : C extends { answer: 'file' }
    ? Blob
    : C extends { response: infer S extends z.ZodType }
      ? z.output<S>
      : void;

type Typed<C> = ClientCall<{
  params: ParamsOf<Present<C, 'params'>>;
  query: QueryOf<Present<C, 'querystring'>>;
  body: BodyOf<C>;
  response: ResponseOf<C>;
}>;

/** The calls of a service, each with its types. */
export type ClientCalls<Calls extends Record<string, Call>> = {
  readonly [K in keyof Calls]: Typed<Calls[K]>;
};
