import type { PlaceSuggestion } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  Box,
  Button,
  Field,
  Flex,
  IconButton,
  LocateIcon,
  PinIcon,
  PlusIcon,
  Stack,
  Text,
} from '@waymark/ui';
import { useRef, useState, type ReactNode, type Ref } from 'react';
import { CitySearch } from '../../city-search/city-search.tsx';
import { findPlace, rememberName, type NamedPlace } from '../../shared/find-place.ts';
import { usePosition } from '../../shared/use-position.ts';

interface PlaceFieldProps {
  label: ReactNode;
  /** Text of the button. */
  action: ReactNode;
  /** Takes the focus when the list below has become empty. */
  input?: Ref<HTMLInputElement>;
  onPlace: (found: NamedPlace) => void;
}

/** A place by its name, its address, its coordinates, or from where one is. */
export function PlaceField({ label, action, input, onPlace }: PlaceFieldProps) {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const [looking, setLooking] = useState(false);
  const [problem, setProblem] = useState<ReactNode>(null);
  const [choices, setChoices] = useState<readonly NamedPlace[]>([]);
  const asked = useRef(0);
  const position = usePosition((place) => onPlace({ place, name: '' }));

  const problems = {
    none: <Trans>No place matches. Try a larger place nearby, or coordinates.</Trans>,
    'only-cities': (
      <Trans>No city or town matches. Streets can’t be searched here; use coordinates or the map.</Trans>
    ),
    nowhere: <Trans>Latitude is between -90 and 90, longitude between -180 and 180.</Trans>,
    failed: <Trans>Place search isn’t available right now. Use coordinates or the map.</Trans>,
  };
  const reset = (next: string) => {
    asked.current++;
    setLooking(false);
    setProblem(null);
    setChoices([]);
    setText(next);
  };
  const take = (found: NamedPlace) => {
    reset('');
    onPlace(found);
  };
  const search = async () => {
    if (text.trim() === '') return setProblem(<Trans>Enter a place first.</Trans>);
    const now = ++asked.current;
    setLooking(true);
    setChoices([]);
    const answer = await findPlace(text, { asks: true });
    if (now !== asked.current) return;
    setLooking(false);
    if (answer.kind === 'found') return take({ place: answer.place, name: answer.name });
    if (answer.kind !== 'which') return setProblem(problems[answer.kind]);
    setProblem(null);
    setChoices(answer.places);
  };

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // A form around this one is another matter.
        event.stopPropagation();
        void search();
      }}
    >
      <Field
        label={label}
        hint={<Trans>A city, an address where they are known, or 12.34, -56.78</Trans>}
        error={problem}
        touched
      >
        <Flex gap={2} wrap="wrap">
          <Box flex="1 1 150px" minW={0}>
            <PlaceInput ref={input} value={text} busy={looking} onChange={reset} onChoose={take} />
          </Box>
          <IconButton
            variant="outline"
            label={t`My location`}
            icon={<LocateIcon />}
            loading={position.looking}
            onClick={position.look}
          />
          <Button type="submit" icon={<PlusIcon />} aria-busy={looking || undefined}>
            {action}
          </Button>
        </Flex>
      </Field>
      {choices.length > 0 && (
        <Stack role="group" aria-label={t`Which one?`} gap={1} mt={2}>
          <Text size="sm" role="status">
            <Trans>Several places match. Which one?</Trans>
          </Text>
          {choices.map((choice) => (
            <Button
              key={choice.name}
              variant="quiet"
              icon={<PinIcon />}
              onClick={() => {
                rememberName(choice);
                take(choice);
              }}
            >
              {choice.name}
            </Button>
          ))}
        </Stack>
      )}
    </form>
  );
}

interface PlaceInputProps {
  ref?: Ref<HTMLInputElement>;
  value: string;
  busy: boolean;
  onChange: (text: string) => void;
  onChoose: (found: NamedPlace) => void;
}

function PlaceInput({ ref, value, busy, onChange, onChoose }: PlaceInputProps) {
  const choose = (suggestion: PlaceSuggestion | null) => {
    const [lat, lng] = (suggestion?.value ?? '').split(',').map(Number);
    if (!suggestion || !Number.isFinite(lat) || !Number.isFinite(lng)) return;
    const named = { place: { lat: lat!, lng: lng! }, name: suggestion.label };
    rememberName(named);
    onChoose(named);
  };
  return <CitySearch input={ref} value={value} busy={busy} onText={onChange} onChoose={choose} />;
}
