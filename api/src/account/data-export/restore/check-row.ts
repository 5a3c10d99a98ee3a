import { cleanName, cleanText } from '@waymark/api-contract/clean-text';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/tables.ts';
import type { RowsRule } from './restore-rules.ts';
import { archiveInvalid } from './restore-problem.ts';

/** One line of a table in an archive. */
export type ArchiveRow = Record<string, unknown>;

export interface Column {
  name: string;
  type: string;
  /** Type of the elements of an array. */
  element: string;
  isNullable: boolean;
}

const TEXT_MAX = 500;
const LONG_TEXT_MAX: Readonly<Record<string, number>> = {
  notes: 10_000,
  description: 10_000,
  text: 10_000,
  polyline: 10_000_000,
};
const ARRAY_MAX = 1000;
const NUMBER_MAX = 1e12;
const BYTES_MAX = 64 * 1024 * 1024;
const INTEGER_MAX: Readonly<Record<string, number>> = {
  smallint: 2 ** 15 - 1,
  integer: 2 ** 31 - 1,
  bigint: Number.MAX_SAFE_INTEGER,
};
const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d))?$/;
const EARLIEST = Date.UTC(1900, 0, 1);
const LATEST = Date.UTC(2200, 0, 1);

/** Columns of a table that can be written. */
export async function findColumns(db: Db, table: string): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select column_name as name, data_type as type, ltrim(udt_name, '_') as element,
      is_nullable = 'YES' as "isNullable"
    from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER'`.execute(db);
  return rows;
}

const isInteger = (value: unknown, max: number): boolean =>
  Number.isSafeInteger(value) && Math.abs(value as number) <= max;
const isNumber = (value: unknown): boolean =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= NUMBER_MAX;
const isText = (value: unknown, max: number): boolean =>
  typeof value === 'string' && value.length <= max && !value.includes('\0');

function isTime(value: unknown): boolean {
  if (typeof value !== 'string' || !TIME.test(value)) return false;
  const time = Date.parse(value);
  return time >= EARLIEST && time <= LATEST;
}

function isElement(value: unknown, element: string): boolean {
  if (element === 'text') return isText(value, TEXT_MAX);
  if (element === 'int8') return isInteger(value, Number.MAX_SAFE_INTEGER);
  return isNumber(value);
}

/** Bytes as PostgreSQL writes them in JSON. */
const isBytes = (value: unknown): boolean =>
  typeof value === 'string' &&
  value.length <= 2 * BYTES_MAX &&
  value.length % 2 === 0 &&
  // A group that repeats would exhaust the stack of the engine at some million bytes.
  /^\\x[0-9a-f]*$/.test(value);

function isValue({ name, type, element, isNullable }: Column, value: unknown, { json }: RowsRule): boolean {
  if (value === null) return isNullable;
  const integerMax = INTEGER_MAX[type];
  if (integerMax !== undefined) return isInteger(value, integerMax);
  if (type === 'double precision') return isNumber(value);
  if (type === 'text') return isText(value, LONG_TEXT_MAX[name] ?? TEXT_MAX);
  if (type === 'boolean') return typeof value === 'boolean';
  if (type === 'date' || type === 'timestamp with time zone') return isTime(value);
  if (type === 'bytea') return isBytes(value);
  if (type === 'ARRAY')
    return (
      Array.isArray(value) && value.length <= ARRAY_MAX && value.every((each) => isElement(each, element))
    );
  // A JSON column without a schema is not restored.
  if (type === 'jsonb') return json?.[name]?.safeParse(value).success ?? false;
  return false;
}

/** Texts as members may write them: older archives, and forged ones, hold characters that nobody sees. */
function toWritable({ name, type, element }: Column, value: unknown, { json }: RowsRule): unknown {
  if (type === 'jsonb') return json?.[name]?.parse(value);
  if (typeof value === 'string' && type === 'text')
    return name in LONG_TEXT_MAX ? cleanText(value) : cleanName(value);
  if (element === 'text' && Array.isArray(value)) return value.map((each) => cleanName(String(each)));
  return value;
}

/**
 * @returns the row with its texts as members may write them, without what the table has no column for
 * @throws RestoreProblem for a value that the product would never have written
 */
export function checkRow(
  table: string,
  columns: readonly Column[],
  row: ArchiveRow,
  rule: RowsRule,
): ArchiveRow {
  // Fields without a column would be carried along to the database for nothing, however long they are.
  const checked: ArchiveRow = {};
  for (const column of columns) {
    const value = row[column.name];
    if (value === undefined) continue;
    checked[column.name] = value;
    if (rule.without?.includes(column.name)) continue;
    if (!isValue(column, value, rule)) throw archiveInvalid(`${table}.${column.name}`);
    checked[column.name] = toWritable(column, value, rule);
  }
  if (rule.row && !rule.row.safeParse(row).success) throw archiveInvalid(table);
  return checked;
}
