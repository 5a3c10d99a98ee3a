import { useLingui } from '@lingui/react/macro';
import { Box, Popover } from '@waymark/ui';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { cutOut, type Place } from '@waymark/routes';
import { AVOIDED_STREETS_MAX } from '../legs/routing-preferences.ts';
import type { Planner } from '../planner.ts';
import type { Hit } from './hit-test.ts';

export interface OpenMenu {
  hit: Hit;
  /** Pixels from the map's upper left corner. */
  x: number;
  y: number;
}

interface PlaceMenuProps {
  open: OpenMenu;
  planner: Planner;
  onNote: (along: number) => void;
  /** Without a place: from the chosen point. */
  onRoundTrip: (place?: Place) => void;
  onClose: () => void;
}

interface Item {
  label: string;
  run: () => void;
}

function useItems({ open: { hit }, planner, onNote, onRoundTrip }: PlaceMenuProps): Item[] {
  const { t } = useLingui();
  const { plan, whole } = planner.get();
  const place = hit.kind === 'line' ? { lat: hit.near.lat, lng: hit.near.lng } : hit.place;
  const drawn = plan.start !== null;
  const drawnOn = plan.segments.length > 0;
  const legMode = (segment: number): Item[] => {
    const mode = plan.segments[segment]?.travelMode;
    if (mode === undefined) return [];
    const { mode: tool } = planner.get();
    return mode === 0 && tool !== 0
      ? [{ label: t`Follow roads on this leg`, run: () => void planner.setLegMode(segment, tool) }]
      : mode !== 0
        ? [{ label: t`Make this leg straight`, run: () => void planner.setLegMode(segment, 0) }]
        : [];
  };
  const length = whole.along.at(-1) ?? 0;
  const cutOff = (from: number, to: number) =>
    void planner.edit('cut_off', (now) => cutOut(now, { from, to }, planner.get().mode));
  const avoid: Item[] =
    planner.get().avoided.length < AVOIDED_STREETS_MAX
      ? [
          {
            label: t`Avoid the street here`,
            run: () => void planner.avoidStreet(Float64Array.of(place.lng, place.lat)),
          },
        ]
      : [];
  const ends = (along: number): Item[] =>
    along > 1 && length - along > 1
      ? [
          { label: t`Remove everything before here`, run: () => cutOff(0, along) },
          { label: t`Remove everything after here`, run: () => cutOff(along, length) },
        ]
      : [];
  if (hit.kind === 'point') {
    const { waypoint } = hit;
    const last = waypoint === plan.segments.length;
    const along = whole.along[whole.starts[waypoint]!] ?? 0;
    return [
      { label: t`Remove this point`, run: () => void planner.remove(waypoint) },
      ...(drawnOn && (!last || waypoint === 0)
        ? [{ label: t`End here`, run: () => void planner.append(place) }]
        : []),
      ...(drawnOn ? [{ label: t`Add a note`, run: () => onNote(along) }] : []),
      ...legMode(last ? waypoint - 1 : waypoint),
      {
        label: t`Round trip from here`,
        run: () => {
          planner.select(waypoint);
          onRoundTrip();
        },
      },
      ...ends(along),
    ];
  }
  if (hit.kind === 'line') {
    const { segment, index, part, along } = hit.near;
    return [
      {
        label: t`Add a point here`,
        run: () => planner.split(segment, index - whole.starts[segment]! + Math.round(part)),
      },
      { label: t`Add a note`, run: () => onNote(along) },
      { label: t`End here`, run: () => void planner.append(place) },
      ...legMode(segment),
      ...(plan.segments[segment]?.travelMode === 0 ? [] : avoid),
      ...ends(along),
    ];
  }
  if (!drawn)
    return [
      { label: t`Start here`, run: () => void planner.append(place) },
      { label: t`Round trip from here`, run: () => onRoundTrip(place) },
    ];
  return [
    { label: t`End here`, run: () => void planner.append(place) },
    { label: t`Straight line to here`, run: () => void planner.append(place, 0) },
    { label: t`Start here`, run: () => void planner.prepend(place) },
    { label: t`New round trip from here`, run: () => onRoundTrip(place) },
    ...avoid,
  ];
}

/** The context menu of a place on the map. */
export function PlaceMenu(props: PlaceMenuProps) {
  const { t } = useLingui();
  const anchor = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const items = useItems(props);
  const { open, onClose } = props;
  useEffect(() => list.current?.querySelector('button')?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    const all = [...(list.current?.querySelectorAll('button') ?? [])];
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    const next = {
      ArrowDown: all[(at + 1) % all.length],
      ArrowUp: all.at(at - 1),
      Home: all[0],
      End: all.at(-1),
    }[event.key];
    if (event.key === 'Tab') onClose();
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <>
      <Box ref={anchor} position="absolute" left={`${open.x}px`} top={`${open.y}px`} w={0} h={0} />
      <Popover anchor={anchor} open onClose={onClose}>
        <Box
          ref={list}
          role="menu"
          tabIndex={-1}
          aria-label={t`At this place`}
          onKeyDown={onKeyDown}
          minW="200px"
        >
          {items.map(({ label, run }) => (
            <Box
              as="button"
              key={label}
              role="menuitem"
              tabIndex={-1}
              display="block"
              w="100%"
              minH={{ base: '44px', md: '36px' }}
              px={3}
              py={1.5}
              borderRadius="sm"
              textAlign="start"
              cursor="pointer"
              _hover={{ bg: 'sunken' }}
              _focusVisible={{ bg: 'sunken', outlineOffset: '-2px' }}
              onClick={() => {
                onClose();
                run();
              }}
            >
              {label}
            </Box>
          ))}
        </Box>
      </Popover>
    </>
  );
}
