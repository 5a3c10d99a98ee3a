import { useLingui } from '@lingui/react/macro';
import type { UserStats } from '@waymark/api-contract';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { Box, Figure } from '@waymark/ui';
import { useId } from 'react';
import { beforeText, changeText } from './change.ts';
import { METRIC_KEYS, METRIC_NAMES, metricText, type MetricKey } from './metrics.ts';

interface MetricTilesProps {
  stats: UserStats;
  value: MetricKey;
  onChange: (key: MetricKey) => void;
}

/** The sums of the span, large, each against the span before. The chosen one is what the bars show. */
export function MetricTiles({ stats, value, onChange }: MetricTilesProps) {
  const { t, i18n } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const name = useId();
  // A span that lasts is compared with as much of the one before.
  const part = stats.previous_part_stats;
  const compared = part ?? stats.previous_summary_stats;
  return (
    <Box
      role="radiogroup"
      aria-label={t`Chart shows`}
      display="grid"
      gridTemplateColumns={{
        base: 'repeat(auto-fit, minmax(min(100%, 9rem), 1fr))',
        md: 'repeat(auto-fit, minmax(min(100%, 13rem), 1fr))',
        lg: 'repeat(auto-fit, minmax(min(100%, 10.5rem), 1fr))',
      }}
      columnGap={{ base: 4, md: 6 }}
      rowGap={4}
    >
      {METRIC_KEYS.map((key) => {
        const [now, before] = [stats.summary_stats[key], compared[key]];
        const past = metricText(key, before, system, locale);
        const change = changeText(now, before, locale, i18n);
        return (
          <Box
            as="label"
            key={key}
            css={TILE}
            gridColumn={key === 'count' ? { base: '1 / -1', md: 'auto' } : undefined}
          >
            <input type="radio" name={name} checked={key === value} onChange={() => onChange(key)} />
            <Box as="span" fontSize="xs" color="muted">
              {i18n._(METRIC_NAMES[key])}
            </Box>{' '}
            <Figure {...metricText(key, now, system, locale)} size="lg" />{' '}
            {change && (
              <Box as="span" fontSize="sm" fontWeight={600}>
                {change}
              </Box>
            )}{' '}
            <Box as="span" fontSize="xs" color="muted" fontVariantNumeric="tabular-nums">
              {beforeText(before, `${past.value} ${past.unit}`.trim(), stats.period, part !== null, i18n)}
            </Box>
          </Box>
        );
      })}
    </Box>
  );
}

const TILE = {
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  gap: '2px',
  paddingTop: '10px',
  borderTop: '2px solid var(--wm-hairline)',
  cursor: 'pointer',
  '& input': { position: 'absolute', inset: 0, opacity: 0, cursor: 'inherit' },
  '&:hover': { borderColor: 'var(--wm-control)' },
  '&:has(:checked)': { borderColor: 'var(--wm-blaze)' },
  '&:has(:focus-visible)': { outline: '2px solid var(--wm-focus)', outlineOffset: '4px' },
} as const;
