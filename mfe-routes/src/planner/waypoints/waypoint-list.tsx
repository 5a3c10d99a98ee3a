import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Flex, PrevNext, Text } from '@waymark/ui';
import { useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import type { StreetNames } from '../../shared/street-names.ts';
import type { ListedLeg, ListedWaypoints } from './listed-waypoints.ts';
import { type WaypointActions, WaypointRow } from './waypoint-row.tsx';
import { useRowDrag } from './use-row-drag.ts';

/** Rows of one page: a thousand points stay as quick as fifty. */
const PAGE = 50;

export interface WaypointEdits {
  select: (index: number) => void;
  move: (index: number, to: number) => void;
  remove: (index: number) => void;
  setMode: WaypointActions['setMode'];
}

interface StopListProps {
  stops: ListedWaypoints;
  streets: StreetNames;
  legs: readonly ListedLeg[];
  selected: number | null;
  edits: WaypointEdits;
  /** Takes the focus when nothing is left in the list. */
  fallback: RefObject<HTMLElement | null>;
}

type Control = 'point' | 'up' | 'down' | 'remove';

export function WaypointList({ stops, streets, legs, selected, edits, fallback }: StopListProps) {
  const { t } = useLingui();
  const count = stops.places.length;
  const list = useRef<HTMLOListElement>(null);
  const goal = useRef<{ index: number; control: Control } | null>(null);
  const [turned, setTurned] = useState({ page: 0, selected });
  // The list pages to the waypoint selected on the map, until the member turns the page.
  const wanted =
    selected === null || selected === turned.selected ? turned.page : Math.floor(selected / PAGE);
  const page = Math.min(wanted, Math.max(0, Math.ceil(count / PAGE) - 1));
  const first = page * PAGE;
  const shown = stops.places.slice(first, first + PAGE).map((place, at) => ({ place, index: first + at }));
  const setWanted = (next: number) => setTurned({ page: next, selected });

  const focus = (index: number, control: Control) => {
    goal.current = { index, control };
    setWanted(Math.floor(index / PAGE));
  };

  // The focus goes with the point, or to its neighbour: never back to the top of the page.
  useLayoutEffect(() => {
    if (!goal.current) return;
    const { index, control } = goal.current;
    goal.current = null;
    const at = Math.min(index, count - 1);
    const find = (name: Control) => list.current?.querySelector<HTMLElement>(`[data-focus="${at} ${name}"]`);
    const wished = find(control);
    const target = wished && !wished.matches(':disabled') ? wished : find('point');
    (target ?? fallback.current)?.focus();
  });

  const move = (index: number, to: number, control: Control) => {
    if (to < 0 || to >= count || to === index) return;
    focus(to, control);
    edits.move(index, to);
  };
  const drag = useRowDrag(list, Math.min(first + PAGE, count), (from, to) => move(from, to, 'point'));

  const latest = useRef<WaypointActions>(null!);
  useLayoutEffect(() => {
    latest.current = {
      select: edits.select,
      move: (index, to) => move(index, to, controlInFocus()),
      remove: (index) => {
        focus(index, controlInFocus());
        edits.remove(index);
      },
      setMode: edits.setMode,
      focus: (index) => {
        if (index >= 0 && index < count) focus(index, 'point');
        // Without a change there is no drawing: the same page may show it already.
        list.current?.querySelector<HTMLElement>(`[data-focus="${index} point"]`)?.focus();
      },
      grab: drag.grab,
    };
  });
  const actions = useMemo(
    (): WaypointActions => ({
      select: (index) => latest.current.select(index),
      move: (index, to) => latest.current.move(index, to),
      remove: (index) => latest.current.remove(index),
      setMode: (leg, mode) => latest.current.setMode(leg, mode),
      focus: (index) => latest.current.focus(index),
      grab: (index, event) => latest.current.grab(index, event),
    }),
    [],
  );

  const dropAt = (index: number) => {
    if (drag.drop === index) return 'before';
    return index === first + shown.length - 1 && drag.drop === index + 1 ? 'behind' : null;
  };
  const [from, to] = [first + 1, first + shown.length];
  const turn = (next: number) => () => {
    setWanted(next);
    goal.current = { index: next * PAGE, control: 'point' };
  };

  return (
    <>
      <Box
        as="ol"
        ref={list}
        listStyleType="none"
        m={0}
        p={0}
        hidden={count === 0}
        aria-label={t`Waypoints`}
        css={LIST_STYLES}
      >
        {shown.map(({ place, index }) => (
          <WaypointRow
            key={index}
            index={index}
            count={count}
            place={place}
            streets={streets}
            leg={legs[index] ?? null}
            selected={selected === index}
            drop={dropAt(index)}
            actions={actions}
          />
        ))}
      </Box>
      {count > PAGE && (
        <Flex align="center" justify="space-between" gap={3} wrap="wrap" pt={2}>
          <Text muted size="sm">
            <Trans>
              Points {from} to {to} of {count}
            </Trans>
          </Text>
          <PrevNext
            label={t`Pages of waypoints`}
            onPrevious={page > 0 ? turn(page - 1) : undefined}
            onNext={to < count ? turn(page + 1) : undefined}
          />
        </Flex>
      )}
    </>
  );
}

/** Which of a row's buttons is being used: the same one of the row that comes next keeps the focus. */
function controlInFocus(): Control {
  const name = document.activeElement?.getAttribute('data-focus')?.split(' ')[1];
  return (['up', 'down', 'remove'] as const).find((control) => control === name) ?? 'point';
}

/**
 * What a list of waypoints looks like, once for all of its rows: a step back may change fifty of them, and each is
 * plain text for the browser. Rows out of sight are there for keys, search and screen readers, but are not laid out.
 */
const LIST_STYLES = {
  '& [data-stop]': {
    position: 'relative',
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 96px',
    // Rings of focus reach beyond a row.
    overflowClipMargin: '6px',
    marginInline: '-4px',
    paddingInline: '4px',
  },
  '& [data-part=line]': { display: 'flex', alignItems: 'center', minHeight: '48px' },
  '& [data-part=stop]': {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    flex: 1,
    minWidth: 0,
    minHeight: '44px',
    paddingInline: '8px',
    textAlign: 'start',
    borderRadius: 'var(--wm-radius-sm)',
    cursor: 'pointer',
  },
  '& [data-part=stop]:hover': { background: 'var(--wm-sunken)' },
  '& [data-part=stop][aria-pressed=true]': { background: 'var(--wm-blaze-soft)' },
  '& [data-part=letter]': {
    flex: 'none',
    minWidth: '24px',
    textAlign: 'center',
    font: '600 var(--wm-text-lg) / 1.5 var(--wm-font-figure)',
    color: 'var(--wm-muted)',
  },
  '& [aria-pressed=true] > [data-part=letter]': { color: 'var(--wm-blaze-strong)' },
  '& [data-part=words]': { flex: 1, minWidth: 0 },
  '& [data-part=words] > *': {
    display: 'block',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: 'var(--wm-text-xs)',
    color: 'var(--wm-muted)',
  },
  '& [data-part=words] > :first-child': {
    fontSize: 'var(--wm-text-sm)',
    fontWeight: 600,
    color: 'inherit',
  },
  '& [data-part=drop]': {
    position: 'absolute',
    insetInline: 0,
    height: '2px',
    background: 'var(--wm-blaze)',
  },
} as const;
