import type { ActivityGroupKey } from '@waymark/activities';
import { useLingui, Trans } from '@lingui/react/macro';
import { useFormatLocale, useMeasurementSystem, useSession, useCall } from '@waymark/remote';
import {
  ActivityIcon,
  Box,
  chakra,
  Figure,
  Spinner,
  Field,
  LoadFailed,
  RelativeTime,
  Select,
  Skeleton,
  Stack,
  Text,
} from '@waymark/ui';
import { formatDistance } from '@waymark/units';
import { type ReactNode, useState } from 'react';
import type { RouteSummary } from '@waymark/api-contract';
import { routeCalls, workoutCalls } from '@waymark/api-contract/client';
import { useListPage, useRouteList } from '../../list/use-route-list.ts';
import { NameSearch } from '../../shared/name-search.tsx';

/** Courses to choose one of; those that do not fit are scrolled. */
const CourseList = ({ label, children }: { label: string; children: ReactNode }) => (
  <Box
    as="ul"
    aria-label={label}
    listStyleType="none"
    p={0}
    m={0}
    maxH="320px"
    overflowY="auto"
    tabIndex={-1}
  >
    {children}
  </Box>
);

interface CourseItemProps {
  group: string;
  name: string;
  /** In small letters below the name. */
  detail: ReactNode;
  /** Metres. */
  distance: number | null;
  reading: boolean;
  onChoose: () => void;
}

function CourseItem({ group, name, detail, distance, reading, onChoose }: CourseItemProps) {
  const { t } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  return (
    <Box as="li" borderTop="hairline">
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
        aria-busy={reading || undefined}
        onClick={onChoose}
      >
        {reading ? (
          <Spinner size="22px" label={t`Reading`} />
        ) : (
          <ActivityIcon group={group as ActivityGroupKey} size={22} />
        )}
        <Box as="span" flex={1} minW={0}>
          <Box as="span" display="block" truncate data-untranslated="">
            {name}
          </Box>
          <Box as="span" display="block" truncate color="muted" fontSize="sm">
            {detail}
          </Box>
        </Box>
        {distance !== null && <Figure {...formatDistance(distance, system, { locale })} />}
      </chakra.button>
    </Box>
  );
}

/** Routes of one page: who has more finds theirs by name. */
const FIRST_ROUTES = 20;

interface SavedChoiceProps {
  /** The one that is being read. */
  reading: number | null;
  onChoose: (id: number) => void;
}

/** The member's own routes, and those they have kept. */
export function SavedRoutePicker({ reading, onChoose }: SavedChoiceProps) {
  const { t } = useLingui();
  const { userId } = useSession();
  const [whose, setWhose] = useState('own');
  const [name, setName] = useState('');
  const mine = whose === 'own';
  const user = userId ?? undefined;
  const own = useRouteList(
    { user, text_search: name.trim() || undefined, order_by: '-date_created', limit: FIRST_ROUTES },
    { enabled: mine && userId !== null },
  );
  const kept = useListPage(
    routeCalls.bookmarks,
    { user, limit: FIRST_ROUTES },
    { enabled: !mine && userId !== null },
  );
  const { error, refetch, busy } = mine ? own : kept;
  const routes = mine
    ? own.page?._embedded.routes
    : kept.page?._embedded.route_bookmarks.map(({ route }) => route);
  const more = ((mine ? own.page : kept.page)?.total_count ?? 0) > FIRST_ROUTES;

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
      {mine && <NameSearch name={name} onSearch={setName} />}
      {error && !routes ? (
        <LoadFailed
          title={<Trans>We couldn’t load your routes.</Trans>}
          error={error}
          retry={refetch}
          busy={busy}
        />
      ) : routes ? (
        <Found {...{ routes, reading, onChoose }} searched={mine && name !== ''} />
      ) : (
        <Skeleton height="160px" radius="8px" />
      )}
      {more && (
        <Text muted size="sm">
          {mine ? (
            <Trans>The latest {FIRST_ROUTES} are shown. Search for others by name.</Trans>
          ) : (
            <Trans>The latest {FIRST_ROUTES} are shown.</Trans>
          )}
        </Text>
      )}
    </Stack>
  );
}

interface FoundProps extends SavedChoiceProps {
  routes: readonly RouteSummary[];
  searched: boolean;
}

function Found({ routes, searched, reading, onChoose }: FoundProps) {
  const { t } = useLingui();
  if (routes.length === 0)
    return (
      <Text muted role="status">
        {searched ? (
          <Trans>No routes match.</Trans>
        ) : (
          <Trans>No saved routes yet. You can insert routes here once you’ve saved some.</Trans>
        )}
      </Text>
    );
  return (
    <CourseList label={t`Saved routes`}>
      {routes.map(({ id, name, activity_group: group, locality, distance, date_created: made }) => (
        <CourseItem
          key={id}
          group={group}
          name={name}
          detail={locality || <RelativeTime date={made} />}
          distance={distance}
          reading={reading === id}
          onChoose={() => reading === null && onChoose(id)}
        />
      ))}
    </CourseList>
  );
}

const RECENT = 100;
const FIRST_WORKOUTS = 20;

interface WorkoutChoiceProps {
  /** The one that is being read. */
  reading: number | null;
  onChoose: (id: number) => void;
}

/** The member's latest workouts that have a track. */
export function WorkoutPicker({ reading, onChoose }: WorkoutChoiceProps) {
  const { t } = useLingui();
  const { data, error, refetch, isFetching } = useCall(workoutCalls.list, { query: { limit: RECENT } });
  if (error)
    return (
      <LoadFailed
        title={<Trans>We couldn’t load your workouts.</Trans>}
        error={error}
        retry={refetch}
        busy={isFetching}
      />
    );
  if (!data) return <Skeleton height="160px" radius="8px" />;
  const tracks = data._embedded.workouts.filter(({ preview }) => preview.polyline !== null);
  if (tracks.length === 0)
    return (
      <Text muted>
        <Trans>None of your latest workouts has a track. Record one outdoors, or choose a file.</Trans>
      </Text>
    );
  return (
    <Stack gap={2}>
      <CourseList label={t`Your latest workouts with a track`}>
        {tracks.slice(0, FIRST_WORKOUTS).map(({ id, name, activity_group, start_datetime, aggregates }) => (
          <CourseItem
            key={id}
            group={activity_group}
            name={name}
            detail={<RelativeTime date={start_datetime} />}
            distance={aggregates.distance_total}
            reading={reading === id}
            onChoose={() => reading === null && onChoose(id)}
          />
        ))}
      </CourseList>
      {tracks.length > FIRST_WORKOUTS && (
        <Text muted size="sm">
          <Trans>The latest {FIRST_WORKOUTS} are shown.</Trans>
        </Text>
      )}
    </Stack>
  );
}
