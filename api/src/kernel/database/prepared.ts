import { CompiledQuery, type RawBuilder } from 'kysely';
import type { Db } from './tables.ts';

/** Stands for an argument while a statement is written. */
class Placeholder {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

interface Written {
  text: string;
  parameters: readonly unknown[];
}

/**
 * A statement that is written once for the whole process and planned once for each connection: for those that are often
 * run, of which writing and planning take longer than what they read. Not for statements whose best plan depends on their
 * values.
 * @param write puts its arguments into the statement as values, each any number of times, and does nothing else with them
 * @returns runs the statement with the arguments given, and gives its rows
 */
export function prepared<Row, Arguments extends readonly unknown[]>(
  write: (...values: Arguments) => RawBuilder<Row>,
): (db: Db, ...values: Arguments) => Promise<Row[]> {
  let written: Written | undefined;
  const compile = (db: Db, count: number): Written => {
    const places = Array.from({ length: count }, (_, index) => new Placeholder(index));
    const { sql, parameters } = write(...(places as unknown as Arguments)).compile(db);
    return { text: `/* prepared */ ${sql}`, parameters };
  };
  return async (db, ...values) => {
    const { text, parameters } = (written ??= compile(db, values.length));
    const given = parameters.map((one) => (one instanceof Placeholder ? values[one.index] : one));
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, given));
    return rows;
  };
}
