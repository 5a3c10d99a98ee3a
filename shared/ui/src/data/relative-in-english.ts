const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;
const WEEK_DAYS = 7;
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());

/** As `formatRelative` writes it with `Intl`, whose first use takes a tenth of a second on a slow phone and falls into the first view. */
export function relativeInEnglish(date: string, now: Date = new Date()): string {
  const moment = new Date(date);
  const apart = moment.getTime() - now.getTime();
  const days = Math.round((midnight(moment) - midnight(now)) / DAY);
  if (Math.abs(apart) < MINUTE) return 'now';
  if (Math.abs(apart) < HOUR) return words(Math.trunc(apart / MINUTE), 'minute');
  if (days === 0) return words(Math.trunc(apart / HOUR), 'hour');
  if (Math.abs(days) === 1) return days < 0 ? 'yesterday' : 'tomorrow';
  if (Math.abs(days) < WEEK_DAYS) return words(days, 'day');
  const day = `${MONTHS[moment.getMonth()]} ${String(moment.getDate()).padStart(2, '0')}`;
  const year = moment.getFullYear();
  return year === now.getFullYear() ? day : `${day}, ${year}`;
}

function words(amount: number, unit: string): string {
  const count = Math.abs(amount);
  const some = `${count} ${unit}${count === 1 ? '' : 's'}`;
  return amount < 0 ? `${some} ago` : `in ${some}`;
}
