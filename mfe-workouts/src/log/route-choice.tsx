import type { ActivityGroupKey } from '@waymark/activities';
import type { RouteSummary } from '@waymark/api-contract';
import { routeCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useCall, useFormatLocale, useMeasurementSystem, useSession } from '@waymark/remote';
import {
  ActivityIcon,
  Box,
  chakra,
  Field,
  Figure,
  Input,
  LoadFailed,
  Select,
  Skeleton,
  Stack,
  Text,
} from '@waymark/ui';
import { formatDistance } from '@waymark/units';
import { useEffect, useState } from 'react';

/** Routes of one page: who has more finds theirs by name. */
const FIRST = 20;
const PAUSE_MS = 300;

/** The member's own routes, and those they have kept. */
export function RouteChoice({ onChoose }: { onChoose: (route: RouteSummary) => void }) {
  const { t } = useLingui();
  const { userId } = useSession();
  const [whose, setWhose] = useState('own');
  const [text, setText] = useState('');
  const [name, setName] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setName(text.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const mine = whose === 'own';
  const page = { user: userId ?? undefined, limit: FIRST };
  const own = useCall(
    routeCalls.list,
    { query: { ...page, order_by: '-date_created', text_search: name || undefined } },
    { enabled: mine, placeholderData: (before) => before },
  );
  const kept = useCall(routeCalls.bookmarks, { query: page }, { enabled: !mine });
  const { error, refetch, isFetching } = mine ? own : kept;
  const routes = mine
    ? own.data?._embedded.routes
    : kept.data?._embedded.route_bookmarks.map(({ route }) => route);
  const more = ((mine ? own.data : kept.data)?.total_count ?? 0) > FIRST;
  return (
    <Stack gap={3}>
      <Field label={t`Which routes`} hideLabel>
        <Select
          value={whose}
          onChange={setWhose}
          options={[
            { value: 'own', label: t`My routes` },
            { value: 'kept', label: t`Bookmarked routes` },
          ]}
        />
      </Field>
      {mine && (
        <Field label={t`Search by name`} hideLabel>
          <Input
            type="search"
            value={text}
            maxLength={100}
            placeholder={t`Search by name`}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
      )}
      {error && !routes ? (
        <LoadFailed
          title={<Trans>We couldn’t load your routes.</Trans>}
          error={error}
          retry={() => void refetch()}
          busy={isFetching}
        />
      ) : routes ? (
        <Found routes={routes} searched={mine && name !== ''} onChoose={onChoose} />
      ) : (
        <Skeleton height="160px" radius="8px" />
      )}
      {more && (
        <Text muted size="sm">
          {mine ? (
            <Trans>The latest {FIRST} are shown. Search for others by name.</Trans>
          ) : (
            <Trans>The latest {FIRST} are shown.</Trans>
          )}
        </Text>
      )}
    </Stack>
  );
}

interface FoundProps {
  routes: readonly RouteSummary[];
  searched: boolean;
  onChoose: (route: RouteSummary) => void;
}

function Found({ routes, searched, onChoose }: FoundProps) {
  const { t } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  if (routes.length === 0)
    return (
      <Text muted role="status">
        {searched ? (
          <Trans>No routes match.</Trans>
        ) : (
          <Trans>No routes yet. Draw one in the planner, or bookmark one you like.</Trans>
        )}
      </Text>
    );
  return (
    <Box
      as="ul"
      aria-label={t`Saved routes`}
      listStyleType="none"
      p={0}
      m={0}
      maxH="320px"
      overflowY="auto"
      tabIndex={-1}
    >
      {routes.map((route) => (
        <Box as="li" key={route.id} borderTop="hairline">
          <chakra.button
            type="button"
            display="flex"
            alignItems="center"
            gap={3}
            w="100%"
            minH="52px"
            px={2}
            textAlign="start"
            cursor="pointer"
            borderRadius="sm"
            _hover={{ bg: 'sunken' }}
            onClick={() => onChoose(route)}
          >
            <ActivityIcon group={route.activity_group as ActivityGroupKey} size={22} />
            <Box as="span" flex={1} minW={0}>
              <Box as="span" display="block" truncate data-untranslated="">
                {route.name}
              </Box>
              <Box as="span" display="block" truncate color="muted" fontSize="sm">
                {route.locality || route.activity_name}
              </Box>
            </Box>
            <Figure {...formatDistance(route.distance, system, { locale })} />
          </chakra.button>
        </Box>
      ))}
    </Box>
  );
}
