/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a datalist neither waits for an answer nor says that nothing was found */

import { Trans, useLingui } from '@lingui/react/macro';
import type { PlaceSuggestion } from '@waymark/api-contract';
import { Box, Button, GlobeIcon, Input, PinIcon, Popover, Spinner, Text, VisuallyHidden } from '@waymark/ui';
import { useId, useRef, useState, type KeyboardEvent, type Ref, useEffect } from 'react';
import { placeCalls } from '@waymark/api-contract/client';
import { useCall } from '@waymark/remote';

export interface CitySearchProps {
  /** Read aloud as the field's name, and shown while it is empty; a Field around it names it without. */
  placeholder?: string;
  /** The chosen place; null as soon as the text no longer names it. */
  onChoose: (place: PlaceSuggestion | null) => void;
  /** Text at the start, as the place of an address. */
  initial?: string;
  /** What stands in the field, as it is typed: for forms that look up what was not chosen. */
  onText?: (text: string) => void;
  /** The text, where the caller holds it: it is not replaced by what is chosen. */
  value?: string;
  input?: Ref<HTMLInputElement> | undefined;
  /** The caller looks up what was typed. */
  busy?: boolean;
}

/** A field for a city, state or country: places are offered from the third letter on. */
export function CitySearch(props: CitySearchProps) {
  const { placeholder, onChoose, initial = '', onText, value, input, busy = false } = props;
  const { t } = useLingui();
  const id = useId();
  const anchor = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState(initial);
  const text = value ?? typed;
  const [chosen, setChosen] = useState(initial);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  // What was chosen needs no search.
  const { status, places, retry } = useSuggestions(text === chosen ? '' : text);
  const loading = status === 'loading';
  const shown = open && status !== 'idle' && !loading && !busy;

  const choose = (place: PlaceSuggestion) => {
    if (value === undefined) {
      setTyped(place.label);
      setChosen(place.label);
    }
    setOpen(false);
    onChoose(place);
  };
  const type = (next: string) => {
    setTyped(next);
    onText?.(next);
    setOpen(true);
    setActive(-1);
    if (chosen) onChoose(null);
    setChosen('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && places.length > 0) {
      event.preventDefault();
      setOpen(true);
      setActive((at) =>
        at < 0 && step < 0 ? places.length - 1 : (at + step + places.length) % places.length,
      );
    } else if (event.key === 'Enter' && shown && places.length > 0) {
      // The first one is what the typist means; the form goes on with the next Enter.
      event.preventDefault();
      choose(places[Math.max(0, active)]!);
    } else if (event.key === 'Escape' && shown) {
      event.stopPropagation();
      setOpen(false);
    }
  };

  return (
    <Box ref={anchor} minW={0} w="100%">
      <span className="wm-affix">
        <Input
          ref={input}
          maxLength={200}
          enterKeyHint="search"
          aria-busy={busy || undefined}
          role="combobox"
          aria-label={placeholder}
          placeholder={placeholder}
          aria-autocomplete="list"
          aria-expanded={shown}
          aria-controls={`${id}-list`}
          aria-activedescendant={shown && active >= 0 ? `${id}-${active}` : undefined}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => type(event.target.value)}
          onFocus={(event) => {
            event.target.select();
            if (text !== chosen) setOpen(true);
          }}
          onBlur={() => setOpen(false)}
          onKeyDown={onKeyDown}
        />
        {loading && (
          <span className="wm-affix__end" data-still="">
            <Spinner size="1.1rem" label={t`Searching`} />
          </span>
        )}
      </span>
      <Popover anchor={anchor} open={shown} onClose={() => setOpen(false)} matchWidth>
        <div role="listbox" id={`${id}-list`} aria-label={t`Places`}>
          {places.map((place, index) => (
            <Box
              key={`${place.label} ${place.value}`}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              display="flex"
              alignItems="center"
              gap={2}
              px={2}
              minH="44px"
              borderRadius="sm"
              cursor="pointer"
              bg={index === active ? 'sunken' : undefined}
              _hover={{ bg: 'sunken' }}
              // Before the field loses its focus, which would close the list.
              onMouseDown={(event) => {
                event.preventDefault();
                choose(place);
              }}
            >
              {place.isCity ? <PinIcon /> : <GlobeIcon />}
              {place.label}
            </Box>
          ))}
        </div>
        {status === 'found' && places.length === 0 && (
          <Text px={2} py={2}>
            <Trans>No results found</Trans>
          </Text>
        )}
        {status === 'failed' && (
          <Box px={2} py={2} display="flex" gap={3} alignItems="center" role="alert">
            <Trans>Place search isn’t available right now.</Trans>
            <Button size="sm" onMouseDown={(event) => event.preventDefault()} onClick={retry}>
              <Trans>Try again</Trans>
            </Button>
          </Box>
        )}
      </Popover>
      <span role="status">
        <VisuallyHidden>
          {status === 'found' &&
            shown &&
            (places.length === 0 ? t`No results found` : t`${places.length} places found`)}
          {text.trim().length > 0 && text.trim().length < LETTERS_MIN && t`Type at least three letters.`}
        </VisuallyHidden>
      </span>
    </Box>
  );
}

/** Letters from which on places are looked up. */
const LETTERS_MIN = 3;
const DEBOUNCE_MS = 300;
const AN_HOUR = 3_600_000;

interface Suggestions {
  status: 'idle' | 'loading' | 'found' | 'failed';
  places: readonly PlaceSuggestion[];
  retry: () => void;
}

/** Places whose names begin with what is typed, asked for once the typing pauses. Older answers are dropped. */
function useSuggestions(typed: string): Suggestions {
  const term = typed.trim();
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(term), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [term]);
  const { data, isError, isFetching, refetch } = useCall(
    placeCalls.search,
    { query: { term: asked } },
    { enabled: asked.length >= LETTERS_MIN, staleTime: AN_HOUR },
  );
  const retry = () => void refetch();
  if (term.length < LETTERS_MIN) return { status: 'idle', places: [], retry };
  if (asked !== term || isFetching) return { status: 'loading', places: [], retry };
  if (isError) return { status: 'failed', places: [], retry };
  return { status: 'found', places: data?.suggestions ?? [], retry };
}
