import type { Context } from './context.ts';

/**
 * Questions by name: what is asked and what one answer is. The domain that asks declares its question here by
 * declaration merging; services of domains above it answer. So a domain never imports, or reads tables of, one above.
 */
export interface Questions {}

export type Asked<Name extends keyof Questions> = Questions[Name] extends { asked: infer Value } ? Value : never;
export type Answer<Name extends keyof Questions> = Questions[Name] extends { answer: infer Value }
  ? Value
  : never;

/** What a service knows about other domains' questions. */
export type Answers = {
  [Name in keyof Questions]?: (context: Context, asked: Asked<Name>) => Promise<Answer<Name>>;
};

/** @returns asks all services that know something, and gives their answers in the order of the services */
export const questioner =
  (services: readonly { answers?: Answers }[], context: () => Context): Context['ask'] =>
  (name, asked) =>
    Promise.all(services.flatMap(({ answers }) => answers?.[name]?.(context(), asked) ?? []));
