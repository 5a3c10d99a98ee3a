/** One figure of the benchmark: what was measured, the ratio found, the ratio to reach. */
export interface Row {
  what: string;
  measured: string;
  reach: string;
  ok: boolean;
}

/** Rows as a table for the terminal. */
export function table(rows: readonly Row[]): string {
  const lines = [
    ['what', 'measured', 'reach', ''],
    ...rows.map((row) => [row.what, row.measured, row.reach, row.ok ? 'ok' : 'MISSED']),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines
    .map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .join('\n');
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** The value below which a share of the values lie. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN;
