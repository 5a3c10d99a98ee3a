import { MAX_COMPARED_WORKOUTS } from '../shared/comparison-link.ts';
import type { WorkoutSummary } from '@waymark/api-contract';
import { workoutCalls } from '@waymark/api-contract/client';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useCall } from '@waymark/remote';
import {
  Box,
  Button,
  Checkbox,
  EmptyState,
  Field,
  Flex,
  Heading,
  Input,
  LoadFailed,
  Skeleton,
  Stack,
  Text,
} from '@waymark/ui';
import { useState } from 'react';
import { WorkoutLine } from '../shared/workout-line.tsx';

const RECENT = 100;
const FIRST = 20;

interface ChooserProps {
  /** What is chosen, or compared already. */
  ids: readonly number[];
  search: string;
  /** Hears what is chosen and searched for, to keep it. */
  onChange: (chosen: readonly number[], search: string) => void;
  onChoose: (ids: readonly number[]) => void;
}

const has = ({ name, activity_name, start_datetime }: WorkoutSummary, words: readonly string[]): boolean => {
  const text = `${name} ${activity_name} ${start_datetime.slice(0, 10)}`.toLowerCase();
  return words.every((word) => text.includes(word));
};

/** The member's recent workouts, to search and to choose two to five of. */
export function Chooser({ ids, search: initialSearch, onChange, onChoose }: ChooserProps) {
  const { t } = useLingui();
  const { data, error, refetch, isFetching } = useCall(workoutCalls.list, { query: { limit: RECENT } });
  const [chosen, setChosen] = useState(ids);
  const [search, setSearch] = useState(initialSearch);
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = (data?._embedded.workouts ?? []).filter((workout) => has(workout, words));
  const toggle = (id: number, on: boolean) => {
    const next = on ? [...chosen, id] : chosen.filter((other) => other !== id);
    setChosen(next);
    onChange(next, search);
  };
  const find = (text: string) => {
    setSearch(text);
    onChange(chosen, text);
  };
  return (
    <Box as="section" aria-labelledby="choose">
      <Heading level={2} id="choose" mb={1}>
        <Trans>Choose workouts</Trans>
      </Heading>
      <Text muted mb={3}>
        <Trans>Pick two to five of your latest {RECENT}. Recordings show where you gained time.</Trans>
      </Text>
      {error && (
        <LoadFailed
          title={<Trans>We couldn’t load your workouts.</Trans>}
          error={error}
          retry={refetch}
          busy={isFetching}
        />
      )}
      {!data && !error && <Skeleton height="240px" radius="8px" />}
      {data && data.total_count === 0 && (
        <EmptyState
          title={<Trans>There is nothing to compare yet</Trans>}
          action={
            <Button href="/workout/import">
              <Trans>Import workouts</Trans>
            </Button>
          }
        >
          <Trans>Your workouts will be listed here.</Trans>
        </EmptyState>
      )}
      {data && data.total_count > 0 && (
        <Stack gap={3}>
          <Field label={t`Search by name, activity or date`}>
            <Input type="search" value={search} onChange={(event) => find(event.target.value)} />
          </Field>
          <Text muted fontSize="sm" role="status">
            {found.length === 0 ? (
              <Trans>No workout matches. Try fewer words.</Trans>
            ) : (
              <Plural value={found.length} one="# workout" other="# workouts" />
            )}
          </Text>
          <Box as="ul" listStyleType="none" p={0} m={0}>
            {found.slice(0, FIRST).map((workout) => (
              <Box as="li" key={workout.id} borderTop="hairline" py={2}>
                <Checkbox
                  label={workout.name}
                  hint={<WorkoutLine workout={workout} />}
                  checked={chosen.includes(workout.id)}
                  disabled={!chosen.includes(workout.id) && chosen.length >= MAX_COMPARED_WORKOUTS}
                  onChange={(on) => toggle(workout.id, on)}
                />
              </Box>
            ))}
          </Box>
          {found.length > FIRST && (
            <Text muted fontSize="sm">
              <Trans>The latest {FIRST} are shown. Search to find the others.</Trans>
            </Text>
          )}
          <Flex gap={3} align="center" wrap="wrap">
            <Button variant="primary" disabled={chosen.length < 2} onClick={() => onChoose(chosen)}>
              <Trans>Compare</Trans>
            </Button>
            <Text muted fontSize="sm" role="status">
              <Plural value={chosen.length} one="# chosen" other="# chosen" />
            </Text>
          </Flex>
        </Stack>
      )}
    </Box>
  );
}
