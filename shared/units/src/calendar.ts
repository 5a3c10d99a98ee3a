/** The day exists in the (proleptic Gregorian) calendar: no 31 April, no 29 February outside leap years. */
export function isRealDate(year: number, month: number, day: number): boolean {
  if (![year, month, day].every(Number.isInteger) || year < 1 || month < 1 || month > 12 || day < 1)
    return false;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return day <= days;
}

/** Year, month and day of a birth date text split by dashes ('1990-4-7'); null when it is no real date. */
export function splitBirthdate(text: string): { year: number; month: number; day: number } | null {
  if (!/^\d{4}-\d{1,2}-\d{1,2}$/u.test(text)) return null;
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  return isRealDate(year, month, day) ? { year, month, day } : null;
}

interface WeekInfo {
  firstDay: number;
}

/** The first day of weeks in a locale ('en-us'), 0 is Sunday and 6 Saturday; Monday where the machine does not know. */
export function firstDayInLocale(locale: string): number {
  try {
    const info = new Intl.Locale(locale) as Intl.Locale & {
      getWeekInfo?: () => WeekInfo;
      weekInfo?: WeekInfo;
    };
    return (info.getWeekInfo?.() ?? info.weekInfo ?? { firstDay: 1 }).firstDay % 7;
  } catch {
    return 1;
  }
}
