import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useFailureText, useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import {
  Banner,
  Box,
  Button,
  Field,
  Flex,
  FormError,
  Grid,
  Heading,
  Input,
  LocateIcon,
  PinIcon,
  Stack,
  Text,
  useFocusInvalid,
} from '@waymark/ui';
import { formatNumber } from '@waymark/units';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { RadiusField } from './radius-field.tsx';
import type { StartPlace } from './starts.ts';
import { usePosition } from './use-position.ts';
import { checkDraft, circleOf, edgeOf, textOf, type ZoneDraft } from './zone-draft.ts';

interface ZoneFormProps {
  draft: ZoneDraft;
  /** Where most workouts begin outside the zones there are. */
  start: StartPlace | null;
  saving: boolean;
  error: unknown;
  onChange: (draft: ZoneDraft) => void;
  /** The place came from elsewhere than the map: it is to be brought into view. */
  onLook: () => void;
  onSave: () => void;
  onCancel: () => void;
}

/** Name, place and size of a zone; and what others will see. */
export function ZoneForm({ draft, start, saving, error, onChange, onLook, onSave, onCancel }: ZoneFormProps) {
  const { t, i18n } = useLingui();
  const failureText = useFailureText();
  const [touched, setTouched] = useState(false);
  const errors = checkDraft(draft, useMeasurementSystem());
  const said = (field: keyof typeof errors) => errors[field] && i18n._(errors[field]);
  const { form, focusInvalid } = useFocusInvalid();
  const section = useRef<HTMLDivElement>(null);
  // From a button that is gone now: the keyboard goes on in the form.
  useEffect(() => section.current?.focus({ preventScroll: true }), []);
  const put = (lat: number, lng: number) => {
    onChange({ ...draft, ...textOf(lat, lng) });
    onLook();
  };
  const position = usePosition(put);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTouched(true);
    if (Object.keys(errors).length > 0) return focusInvalid();
    onSave();
  };
  return (
    <Box as="section" ref={section} tabIndex={-1} outline="none" aria-labelledby="zone-form">
      <form ref={form} noValidate onSubmit={submit}>
        <Stack gap={5}>
          <Heading level={2} size="xl" id="zone-form">
            {draft.id === null ? <Trans>New zone</Trans> : <Trans>Edit zone</Trans>}
          </Heading>
          <Field
            label={<Trans>Name</Trans>}
            hint={<Trans>Only you see it.</Trans>}
            error={said('name')}
            touched={touched}
            required
          >
            <Input
              value={draft.name}
              maxLength={60}
              placeholder={t`Home`}
              onChange={(event) => onChange({ ...draft, name: event.target.value })}
            />
          </Field>
          <Box as="fieldset" border={0} p={0} m={0} minW={0}>
            <Box as="legend" fontWeight={600} fontSize="sm" p={0} mb={2}>
              <Trans>Place</Trans>
            </Box>
            <Text muted size="sm" mb={3}>
              <Trans>Choose it on the map, or here:</Trans>
            </Text>
            <Flex gap={2} wrap="wrap" mb={3}>
              {start && (
                <Button size="sm" icon={<PinIcon />} onClick={() => put(start.lat, start.lng)}>
                  <span>
                    <Trans>My usual start</Trans>{' '}
                    <Box as="span" color="muted" fontWeight={400}>
                      (<Plural value={start.count} one="# workout" other="# workouts" />)
                    </Box>
                  </span>
                </Button>
              )}
              <Button size="sm" icon={<LocateIcon />} loading={position.looking} onClick={position.look}>
                <Trans>My current location</Trans>
              </Button>
            </Flex>
            {position.problem && (
              <Box mb={3}>
                <Banner kind="warning">{i18n._(position.problem)}</Banner>
              </Box>
            )}
            <Grid templateColumns="repeat(2, minmax(0, 1fr))" gap={3}>
              <Field label={<Trans>Latitude</Trans>} error={said('lat')} touched={touched} required>
                <Input
                  inputMode="text"
                  data-figure=""
                  autoComplete="off"
                  value={draft.lat}
                  onChange={(event) => onChange({ ...draft, lat: event.target.value })}
                  onBlur={onLook}
                />
              </Field>
              <Field label={<Trans>Longitude</Trans>} error={said('lng')} touched={touched} required>
                <Input
                  inputMode="text"
                  data-figure=""
                  autoComplete="off"
                  value={draft.lng}
                  onChange={(event) => onChange({ ...draft, lng: event.target.value })}
                  onBlur={onLook}
                />
              </Field>
            </Grid>
          </Box>
          <RadiusField
            radius={draft.radius}
            error={said('radius')}
            touched={touched}
            onChange={(radius) => onChange({ ...draft, radius })}
            onDone={onLook}
          />
          <WhatOthersSee draft={draft} />
          <FormError>{error !== null && failureText(error)}</FormError>
          <Flex gap={3}>
            <Button type="submit" variant="primary" loading={saving}>
              <Trans>Save zone</Trans>
            </Button>
            <Button onClick={onCancel}>
              <Trans>Cancel</Trans>
            </Button>
          </Flex>
        </Stack>
      </form>
    </Box>
  );
}

/** The edge that others see is not the drawn circle's: its middle would be the door. */
function WhatOthersSee({ draft }: { draft: ZoneDraft }) {
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const circle = circleOf(draft);
  if (!circle) return null;
  const edge = edgeOf(circle.radius);
  const imperial = system === 'imperial';
  const length = (meters: number) =>
    imperial
      ? `${formatNumber(Math.round((meters * 3.280_84) / 10) * 10, { locale })} ft`
      : `${formatNumber(Math.round(meters / 10) * 10, { locale })} m`;
  return (
    <Banner kind="info">
      <Trans>
        Others see your tracks begin and end {length(edge.least)} to {length(edge.most)} from this place. That
        edge is always the same but not around this very spot, so nobody can find you in its middle.
      </Trans>
    </Banner>
  );
}
