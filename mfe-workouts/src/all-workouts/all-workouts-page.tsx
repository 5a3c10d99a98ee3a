import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { Totals } from '@waymark/api-contract';
import { manyWorkoutsCalls } from '@waymark/api-contract/client';
import { call, notify } from '@waymark/contract';
import {
  useChunk,
  useFailureText,
  useFormatLocale,
  useMeasurementSystem,
  usePageTitle,
  useSession,
} from '@waymark/remote';
import {
  Box,
  Button,
  Checkbox,
  EmptyState,
  Field,
  Flex,
  Heading,
  LoadFailed,
  Select,
  Skeleton,
  Stack,
  Text,
} from '@waymark/ui';
import { Fragment, useDeferredValue, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { MemberTabs } from '../stats/member-tabs.tsx';
import { METRIC_NAMES, metricText } from '../stats/metrics.ts';
import { COLUMNS, type ColumnKey, keepColumns, readColumns } from './columns.tsx';
import { FilterForm } from './filter-form.tsx';
import {
  conditionCount,
  listParams,
  type ListFilter,
  type ListOrder,
  NO_FILTER,
  orderText,
  queryOf,
  readListFilter,
  readListOrder,
} from '../shared/workout-list-filter.ts';
import { useWorkoutSearch } from './use-workout-search.ts';
import { WorkoutRows } from './workout-rows.tsx';

const loadSelection = () => import(/* webpackChunkName: "all-workouts-selection" */ './selection-bar.tsx');

/** Every workout of the member: searched, filtered, sorted, summed up, and changed many at a time. */
export default function AllWorkoutsPage() {
  const { t } = useLingui();
  usePageTitle(t`All workouts`);
  const failureText = useFailureText();
  const { userId } = useSession();
  const [params, setParams] = useSearchParams();
  const [filter, setFilter] = useState(() => readListFilter(params));
  const [order, setOrder] = useState(() => readListOrder(params));
  const [columns, setColumns] = useState(readColumns);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [lastSelected, setLastSelected] = useState<number | null>(null);
  // Back and forward bring the address of before.
  const address = params.toString();
  const [knownAddress, setKnownAddress] = useState(address);
  if (address !== knownAddress) {
    setKnownAddress(address);
    if (address !== listParams(filter, order).toString()) {
      setFilter(readListFilter(params));
      setOrder(readListOrder(params));
    }
  }
  const show = (nextFilter: ListFilter, nextOrder: ListOrder) => {
    setFilter(nextFilter);
    setOrder(nextOrder);
    setSelected(new Set());
    setParams(listParams(nextFilter, nextOrder), { replace: true });
  };
  const query = queryOf(useDeferredValue(filter));
  const found = useWorkoutSearch(query, orderText(order));
  const selection = useChunk(loadSelection, selected.size > 0);

  const select = (id: number, isSelected: boolean, isRange: boolean) => {
    const next = new Set(selected);
    for (const one of isRange ? between(found, lastSelected, id) : [id]) {
      if (isSelected) next.add(one);
      else next.delete(one);
    }
    setLastSelected(id);
    setSelected(next);
  };
  const selectAll = async (isSelected: boolean) => {
    if (!isSelected) return setSelected(new Set());
    try {
      setSelected(new Set((await call(manyWorkoutsCalls.ids, { query })).ids));
    } catch (error) {
      notify({ kind: 'error', text: failureText(error) });
    }
  };
  const isFiltered = conditionCount(filter) > 0 || filter.search.trim() !== '';

  return (
    <Stack gap={6} w="100%">
      <MemberTabs own userId={userId ?? ''} current="all" />
      <Heading level={1}>
        <Trans>All workouts</Trans>
      </Heading>
      <FilterForm filter={filter} onChange={(change) => show({ ...filter, ...change }, order)} />
      {found.error && (
        <LoadFailed
          title={<Trans>We couldn’t load your workouts.</Trans>}
          error={found.error}
          retry={found.retry}
        />
      )}
      {found.isLoading && <Skeleton height="420px" />}
      {found.totals && (
        <>
          <Flex gap={4} wrap="wrap" align="end" justify="space-between">
            <TotalsLine totals={found.totals} />
            <Flex gap={3} align="end">
              <Box display={{ md: 'none' }} minW="150px">
                <SortField order={order} onChange={(next) => show(filter, next)} />
              </Box>
              <ColumnChoice
                columns={columns}
                onChange={(next) => {
                  setColumns(next);
                  keepColumns(next);
                }}
              />
            </Flex>
          </Flex>
          {found.count > 0 ? (
            <Box opacity={found.isStale ? 0.6 : 1} transition="opacity 150ms">
              <WorkoutRows
                count={found.count}
                rowAt={found.rowAt}
                columns={columns}
                order={order}
                onOrder={(next) => show(filter, next)}
                selected={selected}
                onSelect={select}
                onSelectAll={(isSelected) => void selectAll(isSelected)}
                onRange={found.setRange}
              />
            </Box>
          ) : isFiltered ? (
            <EmptyState
              title={<Trans>No workouts match</Trans>}
              action={
                <Button onClick={() => show(NO_FILTER, order)}>
                  <Trans>Clear filters</Trans>
                </Button>
              }
            >
              <Trans>Change the search or the filters.</Trans>
            </EmptyState>
          ) : (
            <EmptyState
              title={<Trans>No workouts yet</Trans>}
              action={
                <Button variant="primary" href="/workout/import">
                  <Trans>Import your first workout</Trans>
                </Button>
              }
            >
              <Trans>Every workout that you import or log is listed here.</Trans>
            </EmptyState>
          )}
        </>
      )}
      {selected.size > 0 && selection.module && (
        <selection.module.SelectionBar ids={[...selected]} onClear={() => setSelected(new Set())} />
      )}
    </Stack>
  );
}

/** The ids from one row to another, as far as their rows have been loaded. */
function between(
  { count, rowAt }: ReturnType<typeof useWorkoutSearch>,
  first: number | null,
  last: number,
): number[] {
  if (first === null) return [last];
  const ids: number[] = [];
  let isInside = false;
  for (let index = 0; index < count; index++) {
    const id = rowAt(index)?.id;
    const isEnd = id === first || id === last;
    if (id !== undefined && (isInside || isEnd)) ids.push(id);
    if (isEnd && first !== last) {
      if (isInside) return ids;
      isInside = true;
    }
  }
  return [last];
}

const SUMMED = ['distance', 'duration', 'ascent', 'energy'] as const;

/** How many there are, and what they add up to. */
function TotalsLine({ totals }: { totals: Totals }) {
  const { i18n } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  return (
    <Text role="status" fontVariantNumeric="tabular-nums">
      <b>
        <Plural value={totals.count} one="# workout" other="# workouts" />
      </b>
      {SUMMED.filter((key) => totals[key] > 0).map((key) => {
        const { value, unit } = metricText(key, totals[key], system, locale);
        return (
          <Fragment key={key}>
            {' '}
            <span title={i18n._(METRIC_NAMES[key])} style={{ whiteSpace: 'nowrap' }}>
              · {value} {unit}
            </span>
          </Fragment>
        );
      })}
    </Text>
  );
}

/** The order on a phone, where there are no headings to press. */
function SortField({ order, onChange }: { order: ListOrder; onChange: (order: ListOrder) => void }) {
  const { t, i18n } = useLingui();
  const names = COLUMNS.flatMap(({ order: by, name }) =>
    by && by !== 'start' ? [{ by, name: i18n._(name) }] : [],
  );
  return (
    <Field label={t`Sort by`}>
      <Select
        value={orderText(order)}
        onChange={(text) =>
          onChange({ by: text.replace(/^-/, '') as ListOrder['by'], descending: text.startsWith('-') })
        }
        options={[
          { value: '-start', label: t`Newest first` },
          { value: 'start', label: t`Oldest first` },
          { value: 'name', label: t`Name` },
          ...names.map(({ by, name }) => ({ value: `-${by}`, label: name })),
        ]}
      />
    </Field>
  );
}

/** Which columns the list has. */
function ColumnChoice({
  columns,
  onChange,
}: {
  columns: readonly ColumnKey[];
  onChange: (columns: readonly ColumnKey[]) => void;
}) {
  const { i18n } = useLingui();
  return (
    <details>
      <Box as="summary" cursor="pointer" fontSize="sm" minH="24px">
        <Trans>Columns</Trans>
      </Box>
      <Flex gap={4} wrap="wrap" pt={2} maxW="560px">
        {COLUMNS.map(({ key, name }) => (
          <Checkbox
            key={key}
            label={i18n._(name)}
            checked={columns.includes(key)}
            onChange={(isShown) =>
              onChange(isShown ? [...columns, key] : columns.filter((shown) => shown !== key))
            }
          />
        ))}
      </Flex>
    </details>
  );
}
