import { Trans, useLingui } from '@lingui/react/macro';
import { useFormatLocale } from '@waymark/remote';
import { Box, Button, FilterIcon, Flex, SearchIcon } from '@waymark/ui';
import { lazy, Suspense, useState, type FormEvent } from 'react';
import { type Criteria, filtersSet } from './search-criteria.ts';
import { draftOf, fillIn, type DraftProblems } from './search-draft.ts';
import { PlaceField, type PlaceRequest } from './place-field.tsx';

const FilterFields = lazy(() =>
  import(/* webpackChunkName: "search-filters" */ './filter-fields.tsx').then((module) => ({
    default: module.FilterFields,
  })),
);
const FilterSheet = lazy(() =>
  import(/* webpackChunkName: "search-filters" */ './filter-fields.tsx').then((module) => ({
    default: module.FilterSheet,
  })),
);

interface SearchFormProps {
  criteria: Criteria;
  busy: boolean;
  /** On phones the filters come in a sheet. */
  small: boolean;
  onSearch: (criteria: Criteria) => void;
}

/** Where to search and by what. A chosen place is searched at once, filters when they are sent. */
export function SearchForm({ criteria, busy, small, onSearch }: SearchFormProps) {
  const { t } = useLingui();
  const locale = useFormatLocale();
  const placeText = criteria.location ? criteria.place || t`A place on the map` : '';
  /** What the place's field was given, or gave: it is made anew only for a place that came from elsewhere. */
  const [shown, setShown] = useState({ text: placeText, made: 0 });
  const [before, setBefore] = useState(criteria);
  const [draft, setDraft] = useState(() => draftOf(criteria, locale));
  const [problems, setProblems] = useState<DraftProblems>({});
  /** Text in the place's field that names no chosen place. */
  const [text, setText] = useState<string | null>(null);
  const [placeProblem, setPlaceProblem] = useState<string | null>(null);
  const [looking, setLooking] = useState(false);
  const [sheet, setSheet] = useState(false);
  const [opened, setOpened] = useState(false);

  // Another address: going back, a link, a button beside the form.
  if (before !== criteria) {
    setBefore(criteria);
    setDraft(draftOf(criteria, locale));
    setProblems({});
    setText(null);
    setPlaceProblem(null);
    if (shown.text !== placeText) setShown({ text: placeText, made: shown.made + 1 });
  }

  const send = (place: PlaceRequest = criteria) => {
    const filled = fillIn({ ...criteria, ...place }, draft, locale);
    setProblems(filled.problems ?? {});
    if (!filled.criteria) return;
    setSheet(false);
    onSearch(filled.criteria);
  };
  const choose = (place: PlaceRequest, byName: boolean) => {
    if (byName) setShown({ ...shown, text: place.place });
    setText(null);
    setPlaceProblem(null);
    send(place);
  };
  /** What was typed and not chosen is looked up by name or address. */
  const lookUp = async (words: string) => {
    setLooking(true);
    const search = await import(/* webpackChunkName: "find-place" */ '../shared/find-place.ts').then(
      (places) => places.findPlace(words),
      () => ({ kind: 'failed' as const }),
    );
    setLooking(false);
    if (search.kind === 'found') return choose({ location: search.place, place: words.trim() }, true);
    setPlaceProblem(
      search.kind === 'failed'
        ? t`Place search isn’t available right now. Choose a place on the map, or try again.`
        : t`No place matches. Choose one from the list.`,
    );
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (text === null) send();
    else if (text.trim() === '') choose({ location: null, place: '' }, true);
    else void lookUp(text);
  };

  const set = filtersSet(criteria);
  return (
    <form role="search" aria-label={t`Find routes`} onSubmit={submit} noValidate>
      <Flex gap={3} align="flex-start" wrap={{ base: 'nowrap', md: 'wrap' }}>
        <Box flex={{ base: '1 1 auto', md: '1 1 260px' }} minW={0} maxW={{ md: '380px' }}>
          <PlaceField
            key={shown.made}
            initial={shown.text}
            onPlace={choose}
            problem={placeProblem}
            onText={(next) => {
              setText(next);
              setPlaceProblem(null);
            }}
          />
        </Box>
        {!small && (
          <Suspense fallback={<Box flex="1 1 520px" h="65px" />}>
            <FilterFields draft={draft} onDraft={setDraft} problems={problems} />
          </Suspense>
        )}
        {!small && (
          <Button type="submit" variant="primary" icon={<SearchIcon />} loading={busy || looking} mt="25px">
            <Trans>Search</Trans>
          </Button>
        )}
      </Flex>
      {small && (
        <Flex gap={2} mt={3} wrap="wrap">
          <Button
            icon={<FilterIcon />}
            onClick={() => {
              setOpened(true);
              setSheet(true);
            }}
          >
            {set > 0 ? <Trans>Filters ({set})</Trans> : <Trans>Filters</Trans>}
          </Button>
          <Button type="submit" variant="primary" icon={<SearchIcon />} loading={busy || looking} flex={1}>
            <Trans>Search</Trans>
          </Button>
        </Flex>
      )}
      {small && opened && (
        <Suspense fallback={null}>
          <FilterSheet
            open={sheet}
            busy={busy || looking}
            onClose={() => setSheet(false)}
            onSubmit={submit}
            draft={draft}
            onDraft={setDraft}
            problems={problems}
          />
        </Suspense>
      )}
    </form>
  );
}
