import type { RouteSummary } from '@waymark/api-contract';
import { routeCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useSession } from '@waymark/remote';
import { Field, LoadFailed, RelativeTime, Select, Skeleton, Stack, Text } from '@waymark/ui';
import { useState } from 'react';
import { useListPage, useRouteList } from '../../list/use-route-list.ts';
import { NameSearch } from '../../shared/name-search.tsx';
import { CourseItem, CourseList } from './course-list.tsx';

/** Routes of one page: who has more finds theirs by name. */
const FIRST = 20;

interface SavedChoiceProps {
  /** The one that is being read. */
  reading: number | null;
  onChoose: (id: number) => void;
}

/** The member's own routes, and those they have kept. */
export function SavedChoice({ reading, onChoose }: SavedChoiceProps) {
  const { t } = useLingui();
  const { userId } = useSession();
  const [whose, setWhose] = useState('own');
  const [name, setName] = useState('');
  const mine = whose === 'own';
  const user = userId ?? undefined;
  const own = useRouteList(
    { user, text_search: name.trim() || undefined, order_by: '-date_created', limit: FIRST },
    { enabled: mine && userId !== null },
  );
  const kept = useListPage(
    routeCalls.bookmarks,
    { user, limit: FIRST },
    { enabled: !mine && userId !== null },
  );
  const { error, refetch, busy } = mine ? own : kept;
  const routes = mine
    ? own.page?._embedded.routes
    : kept.page?._embedded.route_bookmarks.map(({ route }) => route);
  const more = ((mine ? own.page : kept.page)?.total_count ?? 0) > FIRST;

  return (
    <Stack gap={3}>
      <Field label={t`Whose routes`} hideLabel>
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
          title={<Trans>Your routes cannot be shown just now</Trans>}
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
            <Trans>The latest {FIRST} are shown. Search for others by name.</Trans>
          ) : (
            <Trans>The latest {FIRST} are shown.</Trans>
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
          <Trans>No route of yours is called so.</Trans>
        ) : (
          <Trans>There is no route here yet. What you save can be put into others later.</Trans>
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
