import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Field, Flex, IconButton, Input, LocateIcon, PlusIcon, Box } from '@waymark/ui';
import { useRef, useState, type ReactNode, type Ref } from 'react';
import { findPlace, type NamedPlace } from '../../shared/find-place.ts';
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
  const asked = useRef(0);
  const position = usePosition((place) => onPlace({ place, name: '' }));

  const problems = {
    none: <Trans>No place matches. Try a larger place nearby, or coordinates.</Trans>,
    nowhere: <Trans>Latitude is between -90 and 90, longitude between -180 and 180.</Trans>,
    failed: <Trans>Place search isn’t available right now. Use coordinates or the map.</Trans>,
  };
  const search = async () => {
    if (text.trim() === '') return setProblem(<Trans>Enter a place first.</Trans>);
    const now = ++asked.current;
    setLooking(true);
    const answer = await findPlace(text);
    if (now !== asked.current) return;
    setLooking(false);
    if (answer.kind !== 'found') return setProblem(problems[answer.kind]);
    setProblem(null);
    setText('');
    onPlace(answer);
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
      <Field label={label} hint={<Trans>A name, an address, or 12.34, -56.78</Trans>} error={problem} touched>
        <Flex gap={2} wrap="wrap">
          <Box flex="1 1 150px" minW={0}>
            <PlaceInput
              ref={input}
              value={text}
              busy={looking}
              onChange={(next) => {
                asked.current++;
                setLooking(false);
                setProblem(null);
                setText(next);
              }}
            />
          </Box>
          <IconButton
            variant="outline"
            label={t`Where I am`}
            icon={<LocateIcon />}
            loading={position.looking}
            onClick={position.look}
          />
          <Button type="submit" icon={<PlusIcon />} aria-busy={looking || undefined}>
            {action}
          </Button>
        </Flex>
      </Field>
    </form>
  );
}

interface PlaceInputProps {
  ref?: Ref<HTMLInputElement>;
  value: string;
  busy: boolean;
  onChange: (text: string) => void;
}

const PlaceInput = ({ ref, value, busy, onChange }: PlaceInputProps) => (
  <Input
    ref={ref}
    value={value}
    maxLength={200}
    autoComplete="off"
    spellCheck={false}
    enterKeyHint="search"
    aria-busy={busy || undefined}
    onChange={(event) => onChange(event.target.value)}
  />
);
