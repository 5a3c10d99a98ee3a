/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- rows laid out as blocks on a phone lose their table roles in browsers unless these are said */
import type { ReactNode } from 'react';
import { styles } from '../theme/styles.ts';

/** Each row as a small list with its first cell as the title. */
const stacked = (table: string) => `
${table},${table} :is(tbody,tr,td){display:block}
${table} thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
${table} tr{padding-block:12px;border-bottom:1px solid var(--wm-hairline)}
${table} td{display:flex;justify-content:space-between;gap:4px 16px;padding:3px 0;border:0;text-align:end}
${table} td:first-child{font-weight:600;text-align:start}
${table} td:not(:first-child)::before{content:attr(data-label);color:var(--wm-muted);white-space:normal}
${table} td:empty{display:none}`;

styles(`
.wm-table tr[data-highlight]>:first-child{box-shadow:-8px 0 var(--wm-blaze-soft)}
.wm-table tr[data-highlight]>:last-child{box-shadow:8px 0 var(--wm-blaze-soft)}
.wm-table{width:100%;border-collapse:collapse;font-size:var(--wm-text-sm)}
.wm-table th{font-weight:600;color:var(--wm-muted);text-align:start;font-size:var(--wm-text-xs)}
.wm-table :is(th,td){padding:10px 12px;border-bottom:1px solid var(--wm-hairline);vertical-align:middle}
.wm-table :is(th,td):first-child{padding-inline-start:0}
.wm-table :is(th,td):last-child{padding-inline-end:0}
.wm-table [data-figure]{text-align:end;font-variant-numeric:tabular-nums;white-space:nowrap}
.wm-table tr[data-highlight]{background:var(--wm-blaze-soft)}
.wm-table caption{text-align:start}
@media (max-width:767.98px){${stacked('.wm-table[data-stack]')}}
.wm-table-room{container-type:inline-size;width:100%}
@container (max-width:16rem){${stacked('.wm-table')}}
@container (min-width:480px) and (max-width:39rem){${stacked('.wm-table[data-wide]')}}
`);

export interface Column<Row> {
  key: string;
  header: ReactNode;
  render: (row: Row, index: number) => ReactNode;
  /** Right aligned, in tabular figures. */
  figure?: boolean;
  /** The name of the value when the table is a list on a phone. Default: the header, where it is text. */
  label?: string;
  width?: string;
}

/** A table of more columns becomes a list where text is large: eight of figures take 38.4 rem. */
const NARROW_COLUMNS = 5;

export interface TableProps<Row> {
  /** Read aloud; hidden. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row, index: number) => string | number;
  /** Below 768 px each row becomes a small list with the first column as its title. */
  stack?: boolean;
  /** Marks a row, as the member's own. */
  highlight?: (row: Row) => boolean;
}

/**
 * A table. The roles are written out because a list layout takes them away. Every table becomes a list where its place
 * is narrower than 16 rem, as on a phone with text twice as large, and one of many columns on a tablet with such text.
 */
export function Table<Row>({ caption, columns, rows, rowKey, stack, highlight }: TableProps<Row>) {
  return (
    <div className="wm-table-room">
      <table
        className="wm-table"
        role="table"
        data-stack={stack ? '' : undefined}
        data-wide={columns.length > NARROW_COLUMNS ? '' : undefined}
      >
        <caption>
          <span className="visually-hidden">{caption}</span>
        </caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ key, header, figure, width }) => (
              <th
                key={key}
                scope="col"
                role="columnheader"
                data-figure={figure ? '' : undefined}
                style={{ width }}
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row, index) => (
            <tr key={rowKey(row, index)} role="row" data-highlight={highlight?.(row) ? '' : undefined}>
              {columns.map(({ key, header, label, figure, render }) => (
                <td
                  key={key}
                  role="cell"
                  data-label={label ?? (typeof header === 'string' ? header : undefined)}
                  data-figure={figure ? '' : undefined}
                >
                  {render(row, index)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
