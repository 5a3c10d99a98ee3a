import { Trans } from '@lingui/react/macro';
import { useFormatLocale } from '@waymark/remote';
import { Text } from '@waymark/ui';
import { formatDateTime } from '@waymark/units';
import { clockChange } from './clock-change.ts';
import type { LogValues } from './log-values.ts';

/** Says how a start is meant on the night that has 23 or 25 hours. */
export function ClockNote({ values }: { values: LogValues }) {
  const locale = useFormatLocale();
  const change = clockChange(values, values.duration);
  if (change?.kind === 'twice')
    return (
      <Text muted size="sm" role="status">
        <Trans>The clocks went back that night, so this time came twice. We use the first one.</Trans>
      </Text>
    );
  if (change?.kind !== 'during' || Number.isNaN(change.ends.getTime())) return null;
  const end = formatDateTime(change.ends, { timeZone: values.timeZone, locale });
  return (
    <Text muted size="sm" role="status">
      <Trans>
        The clocks changed during this workout, so it ended on {end} local time. The duration stays as you
        enter it.
      </Trans>
    </Text>
  );
}
