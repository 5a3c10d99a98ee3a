import type { ChallengeDetails } from '@waymark/api-contract';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { Box, groupName, Link, Panel, Text } from '@waymark/ui';
import { formatDateTime, formatDistance, formatDuration, formatElevation, formatSpeed } from '@waymark/units';
import { hasOtherZone } from './challenge-window.ts';
import { useChallengeWords } from './use-challenge-words.ts';
import { useClassNames } from './use-class-names.ts';
import { useOwnZone } from './window-text.tsx';

/** What counts, for whom, and until when. */
export function RulesPanel({ challenge }: { challenge: ChallengeDetails }) {
  const words = useChallengeWords();
  const locale = useFormatLocale();
  const timeZone = useOwnZone();
  const { rules, time_zone: challengeZone, final_datetime, is_final, repeats, stats } = challenge;
  const until = formatDateTime(final_datetime, { locale, timeZone });
  const { ages, countryName } = useClassNames();
  const country = rules.country && countryName(rules.country);
  const age = rules.age_class && ages[rules.age_class];
  return (
    <Panel title={<Trans>Rules</Trans>}>
      <Box as="ul" ps={5} m={0} display="grid" gap={2} listStyleType="disc">
        <li>
          <Trans>What counts: {words.activities(challenge)}.</Trans>
        </li>
        <li>
          {hasOtherZone(challenge, timeZone) ? (
            <Trans>A workout counts by its start time in {challengeZone}.</Trans>
          ) : (
            <Trans>A workout counts on the day it starts.</Trans>
          )}
        </li>
        <li>
          {rules.accepts_manual ? (
            <Trans>Manual entries count too.</Trans>
          ) : (
            <Trans>Only recorded workouts count. Manual entries don’t.</Trans>
          )}
        </li>
        <li>
          <Trans>
            Equal results share a rank. Recordings that overlap, last longer than a day, or have more speed or
            power than anyone has, don’t count until a moderator accepts your explanation.
          </Trans>
          <LimitsList limits={rules.limits} general={rules.general_limits} />
        </li>
        {country && (
          <li>
            <Trans>For members in {country}.</Trans>
          </li>
        )}
        {age && (
          <li>
            <Trans>For members aged {age}.</Trans>
          </li>
        )}
        {challenge.teams && (
          <li>
            {challenge.teams.choice === 'pick' ? (
              <Trans>Choose your team when you join. You can change it until the first day.</Trans>
            ) : (
              <Trans>Joining puts you in the team with the fewest members.</Trans>
            )}{' '}
            <Trans>Members who leave and come back return to the same team.</Trans>
          </li>
        )}
        {challenge.boards.length > 0 && (
          <li>
            <Trans>
              Boards by country or age class show members who agreed to it on joining, as their profile said
              then.
            </Trans>
          </li>
        )}
        {repeats === 'monthly' && (
          <li>
            <Trans>It starts again each month.</Trans>
          </li>
        )}
        {!is_final && (
          <li>
            <Trans>Results become final on {until}. Late uploads count until then.</Trans>
          </li>
        )}
        <li>
          <Plural
            value={stats.ranked_count}
            one="# member is on the leaderboard."
            other="# members are on the leaderboard."
          />
        </li>
      </Box>
      {rules.text && (
        <Text mt={4} whiteSpace="pre-wrap" overflowWrap="anywhere" data-untranslated="">
          {rules.text}
        </Text>
      )}
    </Panel>
  );
}

type Rules = ChallengeDetails['rules'];

/** What workouts are judged by. */
function LimitsList({ limits, general }: { limits: Rules['limits']; general: Rules['general_limits'] }) {
  const { i18n } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const text = ({ value, unit }: { value: string; unit: string }) => `${value} ${unit}`;
  const speed = (metersPerSecond: number) => text(formatSpeed(metersPerSecond, system, { locale }));
  const list = new Intl.ListFormat(locale, { type: 'unit' });
  const watts = new Intl.NumberFormat(locale);
  const hours = general.duration / 3600;
  const power = list.format(
    general.power.map((limit) => `${watts.format(limit.watts)} W (${formatDuration(limit.duration)})`),
  );
  return (
    <details>
      <summary>
        <Trans>Limits by sport</Trans>
      </summary>
      <Text muted size="sm" mt={1}>
        <Trans>
          Any sport: at most {hours} hours of activity, ultras too; mean power of at most {power}. When two
          recordings share more than {general.overlap_percent}% of the shorter one, the first one stored
          counts.
        </Trans>
      </Text>
      {limits.map(({ activity_group: group, activities, ascent_per_hour: ascent, stretches, ...limit }) => {
        const sport = activities.length > 0 ? list.format(activities) : i18n._(groupName(group));
        const fastest = list.format(
          stretches.map(
            ({ distance, speed: most }) =>
              `${text(formatDistance(distance, system, { locale, digits: 0 }))} ${speed(most)}`,
          ),
        );
        return (
          <Text key={`${group} ${activities[0] ?? ''}`} muted size="sm" mt={1}>
            <Trans>
              {sport}: {speed(limit.speed)}, above 10 km {speed(limit.long_speed)}; fastest stretches:{' '}
              {fastest}; {text(formatElevation(ascent, system, { locale }))} of ascent an hour.
            </Trans>
          </Text>
        );
      })}
    </details>
  );
}

/** What can be won, by rank or by everybody who completes the challenge. */
export function PrizesPanel({ prizes, partner }: Pick<ChallengeDetails, 'prizes' | 'partner'>) {
  return (
    <Panel title={<Trans>Prizes</Trans>}>
      <Box as="ul" listStyleType="none" p={0} m={0} display="grid" gap={3}>
        {prizes.map(({ rank, text }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- prizes have no ids and never move
          <li key={index}>
            <Text as="span" muted size="sm" display="block">
              {rank === null ? <Trans>For everyone who completes it</Trans> : <Trans>Rank {rank}</Trans>}
            </Text>
            <Text as="span" fontWeight={600} overflowWrap="anywhere" data-untranslated="">
              {text}
            </Text>
          </li>
        ))}
      </Box>
      {partner && (
        <Text size="sm" mt={prizes.length > 0 ? 3 : 0}>
          <Trans>
            Partner of this challenge:{' '}
            <Box as="span" fontWeight={600} overflowWrap="anywhere" data-untranslated="">
              {partner.href === null ? (
                partner.name
              ) : (
                <Link href={partner.href} external rel="sponsored noopener">
                  {partner.name}
                </Link>
              )}
            </Box>
          </Trans>
        </Text>
      )}
    </Panel>
  );
}
