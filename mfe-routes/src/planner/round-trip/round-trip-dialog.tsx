import { Trans, useLingui } from '@lingui/react/macro';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { type Place, waypoints } from '@waymark/routes';
import {
  Button,
  Field,
  Flex,
  FormError,
  Modal,
  NumberInput,
  PinIcon,
  Select,
  Stack,
  Text,
} from '@waymark/ui';
import { convert, formatNumber, parseNumber, unitsOf } from '@waymark/units';
import { useState, type SubmitEvent } from 'react';
import type { Planner } from '../planner.ts';
import { usePlanner } from '../store/use-planner.ts';
import { placeText } from '../../shared/coordinates.ts';
import type { NamedPlace } from '../../shared/find-place.ts';
import { PlaceField } from '../waypoints/place-field.tsx';
import { useRoundTrip } from './use-round-trip.ts';
import { pointLetter } from '../../shared/point-letter.ts';

/** Metres. */
const LEAST = 500;
const MOST = 200_000;

type Beginning = 'end' | 'start' | 'point' | 'place';

interface RoundTripDialogProps {
  planner: Planner;
  open: boolean;
  onClose: () => void;
  /** The course has a round trip: now it is shown whole. */
  onDrawn?: () => void;
  /** A place that was clicked: a round trip of its own begins there. */
  place?: Place | null;
}

/** Asks how long a round trip is to be, and where to. */
export function RoundTripDialog({ planner, open, onClose, onDrawn, place = null }: RoundTripDialogProps) {
  const { t } = useLingui();
  const locale = useFormatLocale();
  const unit = unitsOf(useMeasurementSystem()).distance;
  const directions = useDirections();
  const count = usePlanner(planner, ({ plan }) => waypoints(plan).length);
  const selected = usePlanner(planner, (state) => state.selected);
  const inner = selected !== null && selected > 0 && selected < count - 1 ? selected : null;
  const [begins, setBegins] = useState<Beginning>(() =>
    place ? 'place' : inner !== null ? 'point' : selected === 0 ? 'start' : 'end',
  );
  const own = count === 0 || begins === 'place';
  const [text, setText] = useState(unit === 'km' ? '10' : '6');
  const [heading, setHeading] = useState('');
  const [chosen, setChosen] = useState<NamedPlace | null>(null);
  const [tried, setTried] = useState(false);
  const { draw, looking, problem, again } = useRoundTrip(planner, () => {
    onClose();
    onDrawn?.();
  });

  const from = chosen ?? (place && { place, name: '' });
  const typed = parseNumber(text, locale);
  const meters = typed === null ? null : convert(typed, unit, 'm');
  const short = (limit: number) => formatNumber(convert(limit, 'm', unit), { digits: 1, locale });
  const [least, most] = [short(LEAST), short(MOST)];
  const wrongLength = meters === null || meters < LEAST - 1 || meters > MOST + 1;
  const homeless = own && !from;

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (wrongLength || homeless) return;
    void draw({
      length: Math.min(MOST, Math.max(LEAST, meters)),
      heading: heading === '' ? undefined : Number(heading),
      place: own ? from?.place : undefined,
      at: own || begins === 'end' ? undefined : begins === 'start' ? 0 : (inner ?? undefined),
    });
  };

  return (
    <Modal open={open} onClose={onClose} title={<Trans>Round trip</Trans>}>
      <Stack gap={4}>
        {count === 1 && !own && (
          <Text muted size="sm">
            <Trans>It begins and ends at your starting point.</Trans>
          </Text>
        )}
        {count > 1 && (
          <Field label={<Trans>Start point</Trans>}>
            <Select
              value={begins}
              onChange={(value) => setBegins(value as Beginning)}
              options={[
                { value: 'end', label: t`At the end` },
                { value: 'start', label: t`At the start` },
                ...(inner === null ? [] : [{ value: 'point', label: t`At point ${pointLetter(inner)}` }]),
                { value: 'place', label: t`Somewhere else, as a new route` },
              ]}
            />
          </Field>
        )}
        {own && (
          <Stack gap={2}>
            {count > 0 && (
              <Text muted size="sm">
                <Trans>It replaces your current route. Undo brings it back.</Trans>
              </Text>
            )}
            <PlaceField
              label={count > 0 ? <Trans>Place</Trans> : <Trans>Start point</Trans>}
              action={<Trans>Choose</Trans>}
              onPlace={setChosen}
            />
            {from && (
              <Flex role="status" gap={2} align="center" fontSize="sm">
                <PinIcon size={18} />
                <span>
                  <Trans>From {from.name || placeText(from.place)}</Trans>
                </span>
              </Flex>
            )}
          </Stack>
        )}
        <form noValidate onSubmit={submit}>
          <Stack gap={4}>
            <Field
              label={<Trans>How long?</Trans>}
              error={
                wrongLength && (
                  <Trans>
                    A round trip is {least} to {most} {unit} long.
                  </Trans>
                )
              }
              touched={tried}
            >
              <NumberInput
                data-autofocus={count > 0 ? '' : undefined}
                unit={unit}
                value={text}
                onChange={setText}
              />
            </Field>
            <Field label={<Trans>Which direction first?</Trans>}>
              <Select options={directions} value={heading} onChange={setHeading} />
            </Field>
            <FormError>
              {tried && homeless ? t`Set a start point: enter a place above, or use your location.` : problem}
            </FormError>
            <Flex gap={2} justify="flex-end">
              <Button onClick={onClose}>
                <Trans>Cancel</Trans>
              </Button>
              <Button type="submit" variant="primary" loading={looking}>
                {again ? t`Try another one` : t`Draw it`}
              </Button>
            </Flex>
          </Stack>
        </form>
      </Stack>
    </Modal>
  );
}

/** Compass directions in degrees, as selects show them; '' for any. */
function useDirections(): { value: string; label: string }[] {
  const { t } = useLingui();
  return [
    { value: '', label: t`Any direction` },
    { value: '0', label: t`North` },
    { value: '45', label: t`Northeast` },
    { value: '90', label: t`East` },
    { value: '135', label: t`Southeast` },
    { value: '180', label: t`South` },
    { value: '225', label: t`Southwest` },
    { value: '270', label: t`West` },
    { value: '315', label: t`Northwest` },
  ];
}
