import { Trans, useLingui } from '@lingui/react/macro';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { Box, Button, Field, Flex, NumberInput, Stack, Textarea } from '@waymark/ui';
import { convert, formatNumber, parseNumber, unitsOf } from '@waymark/units';
import { useState, type SubmitEvent } from 'react';

const NOTE_MAX = 500;

interface NoteFormProps {
  /** The text before; '' for a new note. */
  text: string;
  /** Metres along the course. */
  along: number;
  /** Length of the course in metres. */
  total: number;
  /** Offers to take the place of the chosen waypoint. */
  chosen: { letter: string; along: number } | null;
  onSave: (text: string, along: number) => void;
  onCancel: () => void;
}

/** Text and place of a note. */
export function NoteForm({ text: before, along, total, chosen, onSave, onCancel }: NoteFormProps) {
  const { t } = useLingui();
  const locale = useFormatLocale();
  const unit = unitsOf(useMeasurementSystem()).distance;
  const written = (meters: number) => formatNumber(convert(meters, 'm', unit), { digits: 2, locale });
  const [text, setText] = useState(before);
  const [where, setWhere] = useState<string | null>(null);
  const [tried, setTried] = useState(false);

  const typed = where === null ? null : parseNumber(where, locale);
  // What was not touched stays where it is, to the metre.
  const meters = where === null ? along : typed === null ? null : convert(typed, unit, 'm');
  // Two decimals may round the end away.
  const slack = convert(0.01, unit, 'm');
  const wrongPlace = meters === null || meters < 0 || meters > total + slack;
  const length = text.trim().length;
  const end = written(total);
  const wrongText =
    length === 0 ? (
      <Trans>Enter the note.</Trans>
    ) : length > NOTE_MAX ? (
      <Trans>
        Keep the note below {NOTE_MAX} characters; it has {length}.
      </Trans>
    ) : null;

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (!wrongText && !wrongPlace) onSave(text.trim(), Math.min(meters, total));
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap={3} p={3} bg="sunken" borderRadius="md">
        <Field
          label={<Trans>Note</Trans>}
          hint={<Trans>For example a spring, a gate or a meeting point.</Trans>}
          error={wrongText}
          touched={tried}
        >
          <Textarea
            ref={focusOnce}
            rows={3}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => event.key === 'Escape' && onCancel()}
          />
        </Field>
        <Flex gap={3} align="flex-end" wrap="wrap">
          <Box w="160px">
            <Field
              label={<Trans>From the start</Trans>}
              error={wrongPlace && <Trans>Give a distance from 0 to {end}.</Trans>}
              touched={tried}
            >
              <NumberInput unit={unit} value={where ?? written(along)} onChange={setWhere} />
            </Field>
          </Box>
          {chosen && (
            <Button onClick={() => setWhere(written(chosen.along))}>
              <Trans>At point {chosen.letter}</Trans>
            </Button>
          )}
        </Flex>
        <Flex gap={2}>
          <Button type="submit" variant="primary">
            {before === '' ? <Trans>Add the note</Trans> : <Trans>Save the note</Trans>}
          </Button>
          <Button aria-label={t`Cancel the note`} onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        </Flex>
      </Stack>
    </form>
  );
}

const focusOnce = (element: HTMLTextAreaElement | null) => element?.focus();
