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
