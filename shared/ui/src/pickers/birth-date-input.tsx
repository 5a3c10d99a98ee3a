import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { birthDays, birthMonths, birthYears } from '@waymark/units';
import { styles } from '../theme/styles.ts';
import { useNow } from '../hooks/now.ts';
import { Select } from '../forms/inputs.tsx';

styles(`
.wm-birth{flex-wrap:wrap}.wm-birth>*{flex-basis:4rem}.wm-birth>:nth-child(2){flex-grow:1.7}
.wm-birth>.wm-affix>select{padding-inline:10px 30px;text-overflow:ellipsis}
.wm-birth .wm-affix__end{inset-inline-end:8px}
`);

export interface BirthDateInputProps {
  /** 'year-month-day', as '1990-05-07'; parts not chosen yet are empty ('1990--'); '' when nothing is chosen. */
  value: string;
  onChange: (value: string) => void;
  /** Default: the clock. */
  now?: Date;
  disabled?: boolean;
}

const toOptions = (values: readonly (string | number)[]) =>
  values.map((value) => ({ value: String(value), label: String(value) }));

const DAYS = toOptions(birthDays());

/** Day, month and year. Put it into a `Field group`. */
export function BirthDateInput({ value, onChange, now, disabled }: BirthDateInputProps) {
  const { t, i18n } = useLingui();
  const clock = useNow(now);
  const [year = '', month = '', day = ''] = value.split('-');
  const change = (next: { year?: string; month?: string; day?: string }) => {
    const text = [next.year ?? year, next.month ?? month, next.day ?? day].join('-');
    onChange(text === '--' ? '' : text);
  };
  const years = useMemo(() => toOptions(birthYears(clock)), [clock]);
  const months = useMemo(() => {
    const name = new Intl.DateTimeFormat(i18n.locale, { month: 'long', timeZone: 'UTC' });
    return birthMonths().map((value) => ({
      value,
      label: `${value} · ${name.format(Date.UTC(2000, Number(value) - 1, 1))}`,
    }));
  }, [i18n.locale]);
  return (
    <span className="wm-parts wm-birth">
      <Select
        aria-label={t`Day`}
        autoComplete="bday-day"
        placeholder={t`Day`}
        options={DAYS}
        value={day}
        disabled={disabled}
        onChange={(day) => change({ day })}
      />
      <Select
        aria-label={t`Month`}
        autoComplete="bday-month"
        placeholder={t`Month`}
        options={months}
        value={month}
        disabled={disabled}
        onChange={(month) => change({ month })}
      />
      <Select
        aria-label={t`Year`}
        autoComplete="bday-year"
        placeholder={t`Year`}
        options={years}
        value={year}
        disabled={disabled}
        onChange={(year) => change({ year })}
      />
    </span>
  );
}
