import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { LifetimeStats, Streak } from '@waymark/api-contract';
import { useFormatLocale } from '@waymark/remote';
import { Box, Figure } from '@waymark/ui';
import type { ReactNode } from 'react';
import { rangeText } from '../charts/days.ts';
import { Section } from './section.tsx';

/** Weeks and days in a row, the longest ever and the one that runs. */
export function Streaks({ lifetime }: { lifetime: LifetimeStats }) {
  const { t } = useLingui();
  return (
    <Section id="streaks" title={<Trans>In a row</Trans>}>
      <Box
        display="grid"
        gridTemplateColumns={{ base: '1fr 1fr', lg: 'repeat(4, 1fr)' }}
        columnGap={{ base: 4, lg: 10 }}
        rowGap={5}
      >
        <Row name={t`Weeks, still going`} streak={lifetime.current_weeks}>
          <Weeks count={lifetime.current_weeks.length} />
        </Row>
        <Row name={t`Most weeks`} streak={lifetime.longest_weeks}>
          <Weeks count={lifetime.longest_weeks.length} />
        </Row>
        <Row name={t`Days, still going`} streak={lifetime.current_days}>
          <Days count={lifetime.current_days.length} />
        </Row>
        <Row name={t`Most days`} streak={lifetime.longest_days}>
          <Days count={lifetime.longest_days.length} />
        </Row>
      </Box>
    </Section>
  );
}

const Weeks = ({ count }: { count: number }) => <Plural value={count} one="week" other="weeks" />;
const Days = ({ count }: { count: number }) => <Plural value={count} one="day" other="days" />;

function Row({ name, streak, children }: { name: string; streak: Streak; children: ReactNode }) {
  const locale = useFormatLocale();
  return (
    <Box role="group" aria-label={name}>
      <Box fontSize="xs" color="muted">
        {name}
      </Box>
      <Figure value={streak.length} unit={children} size="lg" />
      <Box fontSize="xs" color="muted" fontVariantNumeric="tabular-nums">
        {streak.from && streak.to ? (
          <time>{rangeText(streak.from, streak.to, locale)}</time>
        ) : (
          <Trans>The next workout begins one.</Trans>
        )}
      </Box>
    </Box>
  );
}
