import { useLingui } from '@lingui/react/macro';
import { firstDayInLocale } from '@waymark/units';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { IconButton } from '../actions/button.tsx';
import { useNow } from '../hooks/now.ts';
import { ChevronLeftIcon, ChevronRightIcon } from '../icons/icons.tsx';
import { styles } from '../theme/styles.ts';
import { useFirstDayOfWeek } from '../theme/provider.tsx';
import { addDays, addMonths, dayOf, isoDay, monthWeeks } from './date-text.ts';

styles(`
.wm-calendar{padding:8px;width:276px}
.wm-calendar__head{display:flex;align-items:center;justify-content:space-between;margin-bottom:4px}
.wm-calendar__title{font:600 var(--wm-text-lg)/1 var(--wm-font-figure)}
.wm-calendar table{width:100%}
.wm-calendar th{font-size:var(--wm-text-xs);font-weight:400;color:var(--wm-muted);height:28px}
.wm-calendar td{padding:0;text-align:center}
.wm-calendar td button{width:36px;height:36px;border-radius:50%;font-size:var(--wm-text-sm);font-variant-numeric:tabular-nums}
.wm-calendar td button:hover:enabled{background:var(--wm-sunken)}
.wm-calendar td[data-other] button{color:var(--wm-muted)}
.wm-calendar td button:disabled{color:var(--wm-muted);opacity:.45}
.wm-calendar button:disabled{pointer-events:none}
.wm-calendar [aria-current] button{box-shadow:inset 0 0 0 1px var(--wm-control)}
.wm-calendar [aria-selected=true] button{background:var(--wm-blaze-strong);color:var(--wm-on-blaze)}
.wm-calendar [aria-selected=true] button:hover{background:var(--wm-blaze-strong)}
@media (pointer:coarse){.wm-calendar{width:324px;max-width:calc(100vw - 24px)}
.wm-calendar td button{width:100%;max-width:44px;height:44px}}
[dir=rtl] .wm-calendar__head svg{scale:-1 1}
`);

export interface CalendarProps {
  /** 'yyyy-mm-dd' or ''. */
  value: string;
  min?: string;
  max?: string;
  onSelect: (iso: string) => void;
  /** Puts the focus on the day: the calendar was opened by its button. */
  focusDay?: boolean;
}

/** A month to choose a day from: arrows move by day and week, Page keys by month, Home and End within the week. */
export function Calendar({ value, min = '', max = '9999-12-31', onSelect, focusDay = false }: CalendarProps) {
  const { t, i18n } = useLingui();
  const now = useNow();
  const clamp = (date: Date) => {
    const iso = isoDay(date);
    return dayOf(iso < min ? min : iso > max ? max : iso) ?? date;
  };
  const [active, setActive] = useState(() => clamp(dayOf(value) ?? now));
  const [moves, setMoves] = useState(focusDay ? 1 : 0);
  const grid = useRef<HTMLTableElement>(null);
  const first = useFirstDayOfWeek() ?? firstDayInLocale(i18n.locale);
  const today = isoDay(now);
  const activeIso = isoDay(active);

  useEffect(() => {
    if (moves > 0) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [moves]);

  const onKeyDown = (event: KeyboardEvent) => {
    const weekday = (active.getDay() - first + 7) % 7;
    const next = {
      ArrowLeft: () => addDays(active, -1),
      ArrowRight: () => addDays(active, 1),
      ArrowUp: () => addDays(active, -7),
      ArrowDown: () => addDays(active, 7),
      Home: () => addDays(active, -weekday),
      End: () => addDays(active, 6 - weekday),
      PageUp: () => addMonths(active, event.shiftKey ? -12 : -1),
      PageDown: () => addMonths(active, event.shiftKey ? 12 : 1),
    }[event.key];
    if (!next) return;
    event.preventDefault();
    setActive(clamp(next()));
    setMoves(moves + 1);
  };

  const inMonth = (offset: number) => isoDay(addMonths(active, offset)).slice(0, 7);
  const name = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(i18n.locale, options);
  const weekdayName = name({ weekday: 'narrow' });
  const weekdayLong = name({ weekday: 'long' });
  const full = name({ dateStyle: 'full' });
  const weeks = monthWeeks(active, first);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it takes no press, so that one beside a button leaves the focus, and the calendar open
    <div
      className="wm-calendar"
      onMouseDown={(event) => {
        if (!(event.target as Element).closest('button')) event.preventDefault();
      }}
    >
      <div className="wm-calendar__head">
        <IconButton
          size="sm"
          label={t`Previous month`}
          icon={<ChevronLeftIcon />}
          disabled={inMonth(-1) < min.slice(0, 7)}
          onClick={() => setActive(clamp(addMonths(active, -1)))}
        />
        <span className="wm-calendar__title" aria-live="polite">
          {name({ month: 'long', year: 'numeric' }).format(active)}
        </span>
        <IconButton
          size="sm"
          label={t`Next month`}
          icon={<ChevronRightIcon />}
          disabled={inMonth(1) > max.slice(0, 7)}
          onClick={() => setActive(clamp(addMonths(active, 1)))}
        />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table that is moved in by arrow keys is a grid */}
      <table ref={grid} role="grid" aria-label={t`Choose a day`} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day.getDay()} scope="col" abbr={weekdayLong.format(day)}>
                {weekdayName.format(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]?.getTime()}>
              {week.map((day) => {
                const iso = isoDay(day);
                return (
                  <td
                    key={iso}
                    aria-selected={iso === value}
                    aria-current={iso === today ? 'date' : undefined}
                    data-other={day.getMonth() === active.getMonth() ? undefined : ''}
                  >
                    <button
                      type="button"
                      tabIndex={iso === activeIso ? 0 : -1}
                      aria-label={full.format(day)}
                      disabled={iso < min || iso > max}
                      onClick={() => onSelect(iso)}
                    >
                      {day.getDate()}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
