/**
 * Questions by name: what is asked and what one answer is. The domain that asks declares its question here by
 * declaration merging; services of domains above it answer. So a domain never imports, or reads tables of, one above.
 */
export interface Questions {}

export type Asked<Name extends keyof Questions> = Questions[Name] extends { asked: infer Value }
  ? Value
  : never;
export type Answer<Name extends keyof Questions> = Questions[Name] extends { answer: infer Value }
  ? Value
  : never;

/** Asks all services that know something. @returns their answers, in the order of the services */
export type Ask = <Name extends keyof Questions>(name: Name, asked: Asked<Name>) => Promise<Answer<Name>[]>;
