import type { TravelMode } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Place } from '@waymark/routes';
import { ArrowDownIcon, ArrowUpIcon, Box, Flex, IconButton, TrashIcon } from '@waymark/ui';
import {
  memo,
  useRef,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useState,
  type RefObject,
} from 'react';
import { placeText } from '../../shared/coordinates.ts';
import { type StreetNames, useStreetName } from '../../shared/street-names.ts';
import { LegRow } from './leg-row.tsx';
import type { ListedLeg } from './listed-waypoints.ts';
import { knownName, nameOf, searchedName } from '../../shared/find-place.ts';
import { pointLetter } from '../../shared/point-letter.ts';

/** What can be done with a point, by its number. Stays the same object, so that rows that did not change are not drawn again. */
export interface WaypointActions {
  select: (index: number) => void;
  move: (index: number, to: number) => void;
  remove: (index: number) => void;
  setMode: (leg: number, mode: TravelMode) => void;
  /** To another row, without changing anything. */
  focus: (index: number) => void;
  grab: (index: number, event: PointerEvent<HTMLElement>) => void;
}

interface StopRowProps {
  index: number;
  count: number;
  place: Place;
  streets: StreetNames;
  /** To the next point; null at the last one. */
  leg: ListedLeg | null;
  selected: boolean;
  /** A dragged point would be put before or behind this row. */
  drop: 'before' | 'behind' | null;
  actions: WaypointActions;
}

/** A waypoint with its buttons, and the leg that leads on from it. */
export const WaypointRow = memo(function StopRow(props: StopRowProps) {
  const { index, count, place, streets, leg, selected, drop, actions } = props;
  const { t } = useLingui();
  const row = useRef<HTMLLIElement>(null);
  const name = useName(place, streets, row);
  const letter = pointLetter(index);

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, altKey } = event;
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: count - 1 }[key];
    if (to !== undefined && altKey) actions.move(index, to);
    else if (to !== undefined) actions.focus(to);
    else if (key === 'Delete' || key === 'Backspace') actions.remove(index);
    else return;
    event.preventDefault();
    // The page has keys of its own.
    event.stopPropagation();
  };

  return (
    <li ref={row} data-stop={index} aria-setsize={count} aria-posinset={index + 1}>
      {drop && <div data-part="drop" style={drop === 'before' ? { top: 0 } : { bottom: 0 }} />}
      <div data-part="line">
        <Grip index={index} grab={actions.grab} />
        <button
          type="button"
          data-part="stop"
          data-focus={`${index} point`}
          aria-pressed={selected}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Delete"
          onClick={() => actions.select(index)}
          onKeyDown={onKeyDown}
        >
          <span data-part="letter">{letter}</span>
          <span data-part="words">
            <span>
              {name || (index === 0 ? t`Start` : index === count - 1 ? t`End` : t`Point ${letter}`)}
            </span>
            <span data-figure="">{placeText(place, 4)}</span>
          </span>
        </button>
        <WaypointButtons index={index} isLast={index === count - 1} actions={actions} />
      </div>
      {leg ? (
        <LegRow index={index} leg={leg} onMode={actions.setMode} />
      ) : (
        count === 1 && (
          <Box color="muted" fontSize="sm" ps="36px" pb={2}>
            <Trans>Add an end point.</Trans>
          </Box>
        )
      )}
    </li>
  );
});

/** The same for whatever place stands in the row. */
const WaypointButtons = memo(function StopButtons({ index, isLast, actions }: StopButtonsProps) {
  const { t } = useLingui();
  const letter = pointLetter(index);
  return (
    <>
      <IconButton
        size="sm"
        data-focus={`${index} up`}
        label={t`Move point ${letter} up`}
        icon={<ArrowUpIcon />}
        disabled={index === 0}
        onClick={() => actions.move(index, index - 1)}
      />
      <IconButton
        size="sm"
        data-focus={`${index} down`}
        label={t`Move point ${letter} down`}
        icon={<ArrowDownIcon />}
        disabled={isLast}
        onClick={() => actions.move(index, index + 1)}
      />
      <IconButton
        size="sm"
        data-focus={`${index} remove`}
        label={t`Remove point ${letter}`}
        icon={<TrashIcon />}
        onClick={() => actions.remove(index)}
      />
    </>
  );
});

interface StopButtonsProps {
  index: number;
  isLast: boolean;
  actions: WaypointActions;
}

const Grip = memo(function Grip({ index, grab }: { index: number; grab: WaypointActions['grab'] }) {
  return (
    <Flex
      aria-hidden="true"
      flex="none"
      w="20px"
      h="40px"
      align="center"
      justify="center"
      color="muted"
      cursor="grab"
      css={{ touchAction: 'none' }}
      onPointerDown={(event: PointerEvent<HTMLElement>) => grab(index, event)}
    >
      <GripDots />
    </Flex>
  );
});

const GripDots = () => (
  <svg width="10" height="18" viewBox="0 0 10 18" fill="currentColor">
    {[3, 9, 15].map((y) => [2, 8].map((x) => <circle key={`${x} ${y}`} cx={x} cy={y} r="1.6" />))}
  </svg>
);

const seen = new WeakMap<Element, () => void>();
let watcher: IntersectionObserver | null = null;

/** Calls back once, as soon as an element is in view. One watcher for all rows: making one for each takes longer than drawing it. */
function whenSeen(element: Element, tell: () => void): () => void {
  watcher ??= new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) seen.get(target)?.();
  });
  const watching = watcher;
  const end = () => {
    seen.delete(element);
    watching.unobserve(element);
  };
  seen.set(element, () => {
    end();
    tell();
  });
  watching.observe(element);
  return end;
}

/** The street or the name of a place, asked for when the element comes into view. '' until then, and where nobody knows. */
function useName(place: Place, streets: StreetNames, element: RefObject<HTMLElement | null>): string {
  const { lat, lng } = place;
  const [named, setNamed] = useState<{ lat: number; lng: number; name: string } | null>(null);
  const street = useStreetName(streets, place);
  const asked = named?.lat === lat && named.lng === lng ? named.name : knownName(place);
  const known = searchedName(place) ?? street ?? asked;
  const open = known === null;
  useEffect(() => {
    if (!open) return undefined;
    let here = true;
    const ask = () =>
      void nameOf({ lat, lng }).then((name) => {
        if (here) setNamed({ lat, lng, name });
      });
    let end = () => {};
    if (typeof IntersectionObserver === 'undefined' || !element.current) ask();
    else end = whenSeen(element.current, ask);
    return () => {
      here = false;
      end();
    };
  }, [open, lat, lng, element]);
  return known ?? '';
}
