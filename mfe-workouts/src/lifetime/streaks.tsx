import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { LifetimeStats, Streak } from '@waymark/api-contract';
import { useFormatLocale } from '@waymark/remote';
import { Box, Figure, Link } from '@waymark/ui';
import { formatDayRange } from '@waymark/units';
import type { ReactNode } from 'react';
import { allWorkoutsPath } from '../shared/all-workouts-path.ts';
import { Section } from './section.tsx';

/** Weeks and days in a row, the longest ever and the one that runs. */
export function Streaks({ lifetime, own }: { lifetime: LifetimeStats; own: boolean }) {
  const { t } = useLingui();
  return (
    <Section id="streaks" title={<Trans>Streaks</Trans>}>
      <Box
        display="grid"
        gridTemplateColumns={{
          base: 'repeat(auto-fill, minmax(min(100%, 9rem), 1fr))',
          lg: 'repeat(4, 1fr)',
        }}
        columnGap={{ base: 4, lg: 10 }}
        rowGap={5}
      >
        <Row name={t`Current week streak`} streak={lifetime.current_weeks} own={own}>
          <Weeks count={lifetime.current_weeks.length} />
        </Row>
        <Row name={t`Longest week streak`} streak={lifetime.longest_weeks} own={own}>
          <Weeks count={lifetime.longest_weeks.length} />
        </Row>
        <Row name={t`Current day streak`} streak={lifetime.current_days} own={own}>
          <Days count={lifetime.current_days.length} />
        </Row>
        <Row name={t`Longest day streak`} streak={lifetime.longest_days} own={own}>
          <Days count={lifetime.longest_days.length} />
        </Row>
      </Box>
    </Section>
  );
}

const Weeks = ({ count }: { count: number }) => <Plural value={count} one="week" other="weeks" />;
const Days = ({ count }: { count: number }) => <Plural value={count} one="day" other="days" />;

interface RowProps {
  name: string;
  streak: Streak;
  own: boolean;
  children: ReactNode;
}

function Row({ name, streak, own, children }: RowProps) {
  const locale = useFormatLocale();
  return (
    <Box role="group" aria-label={name}>
      <Box fontSize="xs" color="muted">
        {name}
      </Box>
      <Figure value={streak.length} unit={children} size="lg" />
      <Box fontSize="xs" color="muted" fontVariantNumeric="tabular-nums">
        {streak.from && streak.to ? (
          own ? (
            <Link href={allWorkoutsPath({ from: streak.from, to: streak.to })}>
              {formatDayRange(streak.from, streak.to, { locale })}
            </Link>
          ) : (
            <time>{formatDayRange(streak.from, streak.to, { locale })}</time>
          )
        ) : (
          <Trans>Your next workout starts one.</Trans>
        )}
      </Box>
    </Box>
  );
}
