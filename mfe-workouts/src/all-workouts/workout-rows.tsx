import { Trans, useLingui } from '@lingui/react/macro';
import type { ListedWorkout } from '@waymark/api-contract';
import { AppLink, useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import {
  ActivityIcon,
  ArrowDownIcon,
  ArrowUpIcon,
  Box,
  CameraIcon,
  Checkbox,
  chakra,
  Flex,
  groupKey,
  Skeleton,
  VisuallyHidden,
} from '@waymark/ui';
import { lazy, Suspense, useEffect, useState } from 'react';
import { COLUMNS, type ColumnKey } from './columns.tsx';
import type { ListOrder } from '../shared/workout-list-filter.ts';
import { useVisibleRows } from './use-visible-rows.ts';
import type { RowRange } from './use-workout-search.ts';

const ReplyCounts = lazy(async () => ({
  default: (await import(/* webpackChunkName: "reply-counts" */ '@waymark/social/reply-counts')).ReplyCounts,
}));
/** Rows that ask for their likes and comments together: always the same ones, however the list is scrolled. */
const REPLY_ROWS = 50;

interface WorkoutRowsProps {
  count: number;
  rowAt: (index: number) => ListedWorkout | undefined;
  columns: readonly ColumnKey[];
  order: ListOrder;
  onOrder: (order: ListOrder) => void;
  selected: ReadonlySet<number>;
  onSelect: (id: number, isSelected: boolean, range: boolean) => void;
  /** All that the filter leaves. */
  onSelectAll: (isSelected: boolean) => void;
  onRange: (range: RowRange) => void;
}

interface RowSize {
  /** From which width of the window on, in letters of the page side by side. */
  fromEm: number;
  /** Of a row, in lines of the page's text, so that it grows with it. */
  heightEm: number;
  /** Of figures below the name; none: they are columns. */
  lines?: number;
}
/** The last is for a phone with large letters. */
const ROW_SIZES = [
  { fromEm: 48, heightEm: 3 },
  { fromEm: 18, heightEm: 4.75, lines: 2 },
  { fromEm: 0, heightEm: 8, lines: 5 },
] as const satisfies RowSize[];
const USUAL_EM = 16;

const pageEm = (): number => parseFloat(getComputedStyle(document.documentElement).fontSize) || USUAL_EM;
/** Whoever reads large letters has room for as many as a phone. */
function readRowSize(): { rowHeight: number; lines: number | undefined } {
  const em = pageEm();
  const { heightEm, lines }: RowSize =
    ROW_SIZES.find(({ fromEm }) => window.innerWidth >= Math.max(USUAL_EM, em) * fromEm) ?? ROW_SIZES[2];
  return { rowHeight: Math.round(em * heightEm), lines };
}

function useRowSize(): ReturnType<typeof readRowSize> {
  const [size, setSize] = useState(readRowSize);
  useEffect(() => {
    // The page changes its height with the size of its letters, of which the window hears nothing.
    const watcher = new ResizeObserver(() => {
      const now = readRowSize();
      setSize((before) => (before.rowHeight === now.rowHeight && before.lines === now.lines ? before : now));
    });
    watcher.observe(document.documentElement);
    return () => watcher.disconnect();
  }, []);
  return size;
}

/** A list of any length with headings that sort it; only the rows in sight are in the page. */
export function WorkoutRows(props: WorkoutRowsProps) {
  const { count, rowAt, order, onOrder, selected, onSelect, onSelectAll, onRange } = props;
  const { t, i18n } = useLingui();
  const { rowHeight, lines } = useRowSize();
  const isWide = lines === undefined;
  const { list, range } = useVisibleRows(count, rowHeight);
  useEffect(() => onRange(range), [onRange, range]);
  const columns = COLUMNS.filter(({ key }) => props.columns.includes(key));
  const template = `2.5em minmax(10em, 1fr) ${columns.map(({ width }) => `${width}em`).join(' ')}`;
  const isAllSelected = count > 0 && selected.size >= count;
  const head = (by: ListOrder['by'] | undefined, name: string) =>
    by === undefined ? (
      name
    ) : (
      <chakra.button
        type="button"
        display="inline-flex"
        gap={1}
        alignItems="center"
        minH="24px"
        fontWeight={600}
        cursor="pointer"
        _hover={{ textDecoration: 'underline' }}
        onClick={() => onOrder({ by, descending: order.by === by ? !order.descending : by !== 'name' })}
      >
        {name}
        {order.by === by && (order.descending ? <ArrowDownIcon size={14} /> : <ArrowUpIcon size={14} />)}
      </chakra.button>
    );
  const sortOf = (by: ListOrder['by'] | undefined) =>
    by !== undefined && order.by === by ? (order.descending ? 'descending' : 'ascending') : undefined;
  /** Those workouts around a row that others may see. */
  const sharedAround = (index: number): number[] => {
    const first = index - (index % REPLY_ROWS);
    const around = Array.from({ length: REPLY_ROWS }, (_, n) => rowAt(first + n));
    return around.flatMap((one) => (one && one.privacy !== 0 ? [one.id] : []));
  };
  const rows = [];
  for (let index = range.from; index < range.to; index++) rows.push(index);
  return (
    <Box role="table" aria-label={t`All workouts`} aria-rowcount={count + 1} fontSize="sm">
      <Box
        role="row"
        aria-rowindex={1}
        display="grid"
        gridTemplateColumns={isWide ? template : '2.5em 1fr'}
        alignItems="center"
        gap={3}
        py={2}
        color="muted"
        borderBottom="hairline"
      >
        <div role="columnheader">
          <Checkbox
            aria-label={t`Select all`}
            label=""
            checked={isAllSelected}
            indeterminate={selected.size > 0 && !isAllSelected}
            onChange={onSelectAll}
          />
        </div>
        <div role="columnheader" aria-sort={sortOf('name')}>
          {head('name', t`Workout`)}
        </div>
        {isWide &&
          columns.map(({ key, name, order: by }) => (
            <Box
              key={key}
              role="columnheader"
              aria-sort={sortOf(by)}
              textAlign={key === 'gear' ? 'start' : 'end'}
            >
              {head(by, i18n._(name))}
            </Box>
          ))}
      </Box>
      <div ref={list} role="rowgroup" style={{ position: 'relative', height: count * rowHeight }}>
        {rows.map((index) => {
          const workout = rowAt(index);
          return (
            <Box
              key={workout?.id ?? `row ${index}`}
              role="row"
              aria-rowindex={index + 2}
              position="absolute"
              insetInline={0}
              display="grid"
              gridTemplateColumns={isWide ? template : '2.5em 1fr'}
              alignItems="center"
              gap={3}
              borderBottom="hairline"
              _hover={{ bg: 'sunken' }}
              style={{ top: index * rowHeight, height: rowHeight }}
            >
              {workout ? (
                <RowCells
                  workout={workout}
                  columns={columns}
                  lines={lines}
                  sharedIds={workout.privacy === 0 ? NOBODY_ELSE : sharedAround(index)}
                  isSelected={selected.has(workout.id)}
                  onSelect={(isSelected, isRange) => onSelect(workout.id, isSelected, isRange)}
                />
              ) : (
                <Box gridColumn="2 / -1">
                  <VisuallyHidden>
                    <Trans>Loading</Trans>
                  </VisuallyHidden>
                  <Skeleton height="1em" />
                </Box>
              )}
            </Box>
          );
        })}
      </div>
    </Box>
  );
}

const NOBODY_ELSE: readonly number[] = [];

interface RowCellsProps {
  workout: ListedWorkout;
  /** Workouts of rows near this one that others may see; none where this one is private. */
  sharedIds: readonly number[];
  columns: readonly (typeof COLUMNS)[number][];
  /** Of figures below the name; undefined: they are columns. */
  lines: number | undefined;
  isSelected: boolean;
  onSelect: (isSelected: boolean, isRange: boolean) => void;
}

function RowCells({ workout, columns, lines, sharedIds, isSelected, onSelect }: RowCellsProps) {
  const { t } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const [withShift, setWithShift] = useState(false);
  const texts = columns.map((column) => ({ key: column.key, text: column.textOf(workout, system, locale) }));
  return (
    <>
      <Box role="cell" onPointerDown={(event) => setWithShift(event.shiftKey)}>
        <Checkbox
          aria-label={t`Select ${workout.name}`}
          label=""
          checked={isSelected}
          onChange={(checked) => {
            onSelect(checked, withShift);
            setWithShift(false);
          }}
        />
      </Box>
      <Flex role="cell" gap={2} align="center" minW={0}>
        <ActivityIcon group={groupKey(workout.activity_group)} size={20} label={workout.activity_name} />
        <Box minW={0} flex={1}>
          <Box overflow="hidden" textOverflow="ellipsis" whiteSpace="nowrap" fontWeight={600}>
            <AppLink href={`/workout/${workout.id}`}>{workout.name}</AppLink>
          </Box>
          {lines !== undefined && (
            <Box color="muted" fontVariantNumeric="tabular-nums" lineHeight="short" lineClamp={lines}>
              {texts
                .filter(({ text }) => text !== '–')
                .map(({ text }) => text.replaceAll(' ', '\u00a0'))
                .join(' · ')}
            </Box>
          )}
        </Box>
        {sharedIds.length > 0 && (
          <Suspense>
            <ReplyCounts workoutIds={sharedIds} workoutId={workout.id} />
          </Suspense>
        )}
        {workout.has_photo && <CameraIcon size={16} label={t`With photos`} />}
      </Flex>
      {lines === undefined &&
        texts.map(({ key, text }) => (
          <Box
            key={key}
            role="cell"
            textAlign={key === 'gear' ? 'start' : 'end'}
            fontVariantNumeric="tabular-nums"
            overflow="hidden"
            textOverflow="ellipsis"
            whiteSpace="nowrap"
          >
            {text}
          </Box>
        ))}
    </>
  );
}
