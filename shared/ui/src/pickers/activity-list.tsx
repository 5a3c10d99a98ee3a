/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a combobox's list has icons, groups and only the rows in sight: no native element does that */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ActivityOption, ActivityOptionGroup } from '@waymark/activities';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { ActivityIcon } from '../icons/activity-icon.tsx';
import { CheckIcon } from '../icons/icons.tsx';
import { styles } from '../theme/styles.ts';
import { activityRows, type ActivityRow } from './activity-rows.ts';

/** Of the list and of a row, in CSS pixels, as the specification names them; fingers get larger ones. */
const heights = () =>
  window.matchMedia?.('(pointer: coarse)').matches ? { shown: 242, height: 44 } : { shown: 168, height: 24 };
const SPARE_ROWS = 6;

styles(`
.wm-activities{min-width:min(280px,calc(100vw - 32px))}
.wm-activities__list{position:relative;overflow-y:auto;margin-top:4px;overscroll-behavior:contain}
.wm-activities__row{position:absolute;inset-inline:0;display:flex;align-items:center;gap:8px;
padding-inline:8px;font-size:var(--wm-text-sm);line-height:1;border-radius:var(--wm-radius-sm);cursor:pointer;
white-space:nowrap;overflow:hidden}
.wm-activities__row[data-group]{font-weight:600;font-size:var(--wm-text-xs);color:var(--wm-muted);cursor:default}
.wm-activities__row[data-active]{background:var(--wm-sunken);outline:1px solid var(--wm-control);outline-offset:-1px}
.wm-activities__row[aria-disabled=true]{opacity:.5;cursor:not-allowed}
.wm-activities__row span{overflow:hidden;text-overflow:ellipsis}
.wm-activities__row svg:last-child{margin-inline-start:auto}
.wm-activities__none{display:block;padding:12px 8px;font-size:var(--wm-text-sm);color:var(--wm-muted)}
`);

export interface ActivityListProps {
  groups: readonly ActivityOptionGroup[];
  isSelected: (option: ActivityOption) => boolean;
  onSelect: (option: ActivityOption) => void;
  /** A choice above all groups, as 'Select All'. */
  first?: ActivityOption;
  multiple?: boolean;
  label: string;
}

/**
 * The combobox of the activity types: search field and list, of which only the visible rows are in the page.
 *
 * Own because of the specification's row heights and of 1,000 rows that Chakra's Combobox (28.6 kB) would all render;
 * this one is 4.3 kB with both pickers.
 */
export function ActivityList({ groups, isSelected, onSelect, first, multiple, label }: ActivityListProps) {
  const { t } = useLingui();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [{ shown, height }] = useState(heights);
  const [search, setSearch] = useState('');
  const [top, setTop] = useState(0);
  const rows: ActivityRow[] = activityRows(groups, search);
  if (first && !search.trim()) rows.unshift({ kind: 'option', key: 'first', option: first });
  const choices = rows.flatMap((row, index) =>
    row.kind === 'option' && !row.option.disabled ? [index] : [],
  );
  const [wanted, setActive] = useState(() =>
    Math.max(
      0,
      rows.findIndex((row) => row.kind === 'option' && isSelected(row.option)),
    ),
  );
  const active = choices.includes(wanted)
    ? wanted
    : (choices.find((index) => index > wanted) ?? choices[0] ?? -1);

  useEffect(() => input.current?.focus(), []);
  useEffect(() => {
    const { current: box } = list;
    if (!box || active < 0) return;
    const y = active * height;
    if (y < box.scrollTop) box.scrollTop = y;
    else if (y + height > box.scrollTop + shown) box.scrollTop = y + height - shown;
  }, [active, height, shown]);

  const onKeyDown = (event: KeyboardEvent) => {
    const at = choices.indexOf(active);
    const page = Math.floor(shown / height);
    const next = {
      ArrowDown: choices[(at + 1) % choices.length],
      ArrowUp: choices.at(at - 1),
      PageDown: choices[Math.min(choices.length - 1, at + page)],
      PageUp: choices[Math.max(0, at - page)],
    }[event.key];
    if (next !== undefined) setActive(next);
    const row = rows[active];
    if (event.key === 'Enter' && row?.kind === 'option') onSelect(row.option);
    if (next !== undefined || event.key === 'Enter') event.preventDefault();
  };

  const from = Math.max(0, Math.floor(top / height) - SPARE_ROWS);
  const to = Math.ceil((top + shown) / height) + SPARE_ROWS;
  const seen = new Set([...rows.keys()].slice(from, to));
  if (active >= 0) seen.add(active);

  return (
    <div className="wm-activities">
      <input
        ref={input}
        className="wm-input"
        type="text"
        role="combobox"
        aria-label={t`Search activities`}
        aria-expanded
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={active < 0 ? undefined : `${id}-${active}`}
        placeholder={t`Search activities`}
        autoComplete="off"
        value={search}
        onChange={(event) => {
          setSearch(event.target.value);
          setActive(0);
          if (list.current) list.current.scrollTop = 0;
          setTop(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label={label}
        aria-multiselectable={multiple}
        tabIndex={-1}
        className="wm-activities__list"
        style={{ height: shown }}
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      >
        <div role="presentation" style={{ height: rows.length * height }}>
          {[...seen].map((index) => {
            const row = rows[index];
            const style = { top: index * height, height };
            if (row?.kind !== 'option') {
              return (
                <div
                  key={row?.key}
                  role="presentation"
                  className="wm-activities__row"
                  data-group=""
                  style={style}
                >
                  {row?.label}
                </div>
              );
            }
            const selected = isSelected(row.option);
            return (
              <div
                key={row.key}
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={selected}
                aria-disabled={row.option.disabled || undefined}
                aria-posinset={choices.indexOf(index) + 1}
                aria-setsize={choices.length}
                className="wm-activities__row"
                data-active={index === active ? '' : undefined}
                style={style}
                onPointerMove={() => setActive(index)}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => !row.option.disabled && onSelect(row.option)}
                onKeyDown={onKeyDown}
              >
                {row.group && <ActivityIcon group={row.group} size={16} />}
                <span>{row.option.label}</span>
                {selected && <CheckIcon size={16} />}
              </div>
            );
          })}
        </div>
        {rows.length === 0 && (
          <output className="wm-activities__none">
            <Trans>No activities match.</Trans>
          </output>
        )}
      </div>
    </div>
  );
}
