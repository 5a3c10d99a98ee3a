import type { RouteOrder } from '@waymark/api-contract';
import { useLingui } from '@lingui/react/macro';
import { useFormatLocale } from '@waymark/remote';
import { formatNumber } from '@waymark/units';
import type { DistanceUnit } from './search-criteria.ts';

/** The orders of a list as its select shows them. */
export function useOrders(): { value: RouteOrder; label: string }[] {
  const { t } = useLingui();
  return [
    { value: '-date_created', label: t`Most recent` },
    { value: 'date_created', label: t`Oldest` },
    { value: '-distance', label: t`Longest` },
    { value: 'distance', label: t`Shortest` },
    { value: '-elevation', label: t`Highest elevation` },
    { value: 'elevation', label: t`Lowest elevation` },
  ];
}

/** '10 mi'. */
export function useLength(): (value: number, unit: DistanceUnit) => string {
  const locale = useFormatLocale();
  return (value, unit) => `${formatNumber(value, { locale, digits: value % 1 ? 1 : 0 })} ${unit}`;
}
