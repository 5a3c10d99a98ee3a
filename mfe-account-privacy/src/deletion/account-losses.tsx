import type { AccountLosses, PremiumLoss } from '@waymark/api-contract';
import { Plural, Trans } from '@lingui/react/macro';
import { useFormatLocale, useSession } from '@waymark/remote';
import { Banner, Box, Link, Text } from '@waymark/ui';
import { formatDate } from '@waymark/units';

/** The last day of premium as the member writes days; null for premium without an end. */
function usePremiumDay({ paid_until_datetime: end }: PremiumLoss): string | null {
  const locale = useFormatLocale();
  const { user } = useSession();
  return end === null ? null : formatDate(end, { locale, timeZone: user?.time_zone ?? 'UTC' });
}

/** What the account takes with it, and what passes on to others; nothing where there is nothing. */
export function AccountLossList({ losses, graceDays }: { losses: AccountLosses; graceDays: number }) {
  const { premium, unused_gifts: gifts, receipts, groups, challenges } = losses;
  if (!premium && gifts + receipts + groups.length + challenges.length === 0) return null;
  return (
    <Box>
      <Text fontWeight={600}>
        <Trans>What ends with it, and what others take over</Trans>
      </Text>
      <Box as="ul" paddingInlineStart={5} listStyleType="disc" lineHeight="1.7" maxWidth="72ch">
        {premium && <PremiumItem premium={premium} graceDays={graceDays} />}
        {gifts > 0 && (
          <li>
            <Plural
              value={gifts}
              one="# gift code that nobody has used. It still works for whoever has it."
              other="# gift codes that nobody has used. They still work for whoever has them."
            />{' '}
            <Link href="/premium/membership">
              <Plural value={gifts} one="Pass it on or return it" other="Pass them on or return them" />
            </Link>
            .
          </li>
        )}
        {receipts > 0 && (
          <li>
            <Trans>
              Your receipts: <Link href="/premium/membership">save the ones you need</Link>. Our books keep
              the payments, without your name, as the law asks.
            </Trans>
          </li>
        )}
        {groups.map(({ id, name, heir_name: heir }) => (
          <li key={`group ${id}`} data-untranslated="">
            {heir === null ? (
              <Trans>The group “{name}” is deleted: nobody else is in it.</Trans>
            ) : heir === '' ? (
              <Trans>The group “{name}” passes on to one of its members.</Trans>
            ) : (
              <Trans>
                The group “{name}” passes on to {heir}.
              </Trans>
            )}
          </li>
        ))}
        {challenges.map(({ id, title, goes_on }) => (
          <li key={`challenge ${id}`} data-untranslated="">
            {goes_on ? (
              <Trans>The challenge “{title}” goes on without you, for those who joined it.</Trans>
            ) : (
              <Trans>The challenge “{title}” is deleted: nobody else has joined it.</Trans>
            )}
          </li>
        ))}
      </Box>
    </Box>
  );
}

function PremiumItem({ premium, graceDays }: { premium: PremiumLoss; graceDays: number }) {
  const day = usePremiumDay(premium);
  if (day === null)
    return (
      <li>
        <Trans>
          Right away: your lifetime premium ends. It isn’t refunded. Keep your account within {graceDays}{' '}
          days, and it’s yours again; after that it’s lost.
        </Trans>
      </li>
    );
  return (
    <li>
      <Trans>
        Right away: your premium ends, although it would be open until {day}. Nothing more is charged, and
        nothing is refunded. Keep your account, and it’s open again until that day.
      </Trans>
    </li>
  );
}

/** In the grace period: premium that ended with the request. */
export function EndedPremium({ premium }: { premium: PremiumLoss }) {
  const day = usePremiumDay(premium);
  return (
    <Banner title={<Trans>Your premium has ended. Nothing more is charged.</Trans>}>
      {day === null ? (
        <Trans>Keep your account, and it’s yours again.</Trans>
      ) : (
        <Trans>
          Keep your account, and it’s open again until {day}. It doesn’t renew unless you turn that on.
        </Trans>
      )}
    </Banner>
  );
}
