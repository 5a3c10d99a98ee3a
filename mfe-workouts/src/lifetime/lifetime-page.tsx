import { Trans, useLingui } from '@lingui/react/macro';
import { statsCalls } from '@waymark/api-contract/client';
import { useCall, usePageTitle } from '@waymark/remote';
import { Stack, Box, Skeleton } from '@waymark/ui';
import { MemberTabs, useMember } from '../stats/member-tabs.tsx';
import { Failed } from '../stats/failed.tsx';
import { NothingYet, PrivateProfile } from '../stats/not-shown.tsx';
import { HeatSection } from './heat-section.tsx';
import { MoreSections } from './more-sections.tsx';
import { Streaks } from './streaks.tsx';
import { LifetimeTotals } from './totals.tsx';
import { Years } from './years.tsx';

/** The page's shape while it loads. */
function LifetimeSkeleton() {
  return (
    <Stack gap={8}>
      <Box display="grid" gridTemplateColumns={{ base: '1fr 1fr', lg: '1.6fr repeat(4, 1fr)' }} gap={6}>
        {['distance', 'time', 'ascent', 'energy', 'count'].map((tile) => (
          <Skeleton key={tile} height="88px" />
        ))}
      </Box>
      <Skeleton height="90px" />
      <Skeleton height="320px" />
    </Stack>
  );
}

/** Everything since the first workout. */
export default function LifetimePage() {
  const { t } = useLingui();
  usePageTitle(t`Lifetime`);
  const { id, own } = useMember();
  const { data, error, refetch, isFetching } = useCall(statsCalls.lifetime, { params: { id } });
  const missing = error?.status === 404;
  const none = own && (missing || data?.first_day === null);
  return (
    <Stack gap={{ base: 8, md: 10 }} w="100%">
      <MemberTabs own={own} userId={id} />
      {none && (
        <NothingYet>
          <Trans>Your years, records, best efforts and training load add up here, workout by workout.</Trans>
        </NothingYet>
      )}
      {missing && !own && <PrivateProfile />}
      {error && !missing && !data && (
        <Failed
          title={<Trans>We couldn’t load these figures.</Trans>}
          error={error}
          retry={refetch}
          busy={isFetching}
        />
      )}
      {!data && !error && <LifetimeSkeleton />}
      {data && !none && (
        <>
          <LifetimeTotals lifetime={data} own={own} />
          <Streaks lifetime={data} own={own} />
          <Years lifetime={data} own={own} />
          <HeatSection member={id} own={own} lifetime={data} />
          <MoreSections member={id} own={own} lifetime={data} />
        </>
      )}
    </Stack>
  );
}
