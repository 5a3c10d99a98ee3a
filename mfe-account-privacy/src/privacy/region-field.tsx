import { Trans, useLingui } from '@lingui/react/macro';
import { notify } from '@waymark/contract';
import { useFailureText, useFormatLocale } from '@waymark/remote';
import { Banner, Box, Button, CountryPicker, Field, Flex, Grid, StatePicker, Text } from '@waymark/ui';
import { useEffect, useRef } from 'react';
import type { Consents, ConsentsState } from './use-consents.ts';

interface RegionFieldProps {
  consents: Consents;
  state: Pick<ConsentsState, 'residence' | 'setResidence' | 'saveResidence' | 'isSending'>;
  /** The page has a button of its own that saves everything. */
  isPartOfForm?: boolean;
}

/** Where the person lives decides what is asked for: a guess is confirmed before the first answer, and changed when somebody moves. */
export function RegionField({
  consents: { status },
  state: { residence, setResidence, saveResidence, isSending },
  isPartOfForm = false,
}: RegionFieldProps) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const locale = useFormatLocale();
  const fields = useRef<HTMLDivElement>(null);
  const isChanging = !status.needs_country && residence !== null;
  // The button that was pressed is gone: who uses the keyboard goes on in the first field.
  useEffect(() => {
    if (isChanging) fields.current?.querySelector<HTMLElement>('input, button, select')?.focus();
  }, [isChanging]);
  if (!status.needs_country && residence === null) {
    const name = new Intl.DisplayNames([locale], { type: 'region' }).of(status.country ?? 'ZZ');
    const place = status.state ? `${name}, ${status.state}` : name;
    return (
      <Flex gap={3} align="center" wrap="wrap">
        <Text muted>
          <Trans>Where you live: {place}. The law there decides what we ask you.</Trans>
        </Text>
        <Button
          size="sm"
          onClick={() => setResidence({ country: status.country ?? '', state: status.state ?? '' })}
        >
          <Trans>Change where you live</Trans>
        </Button>
      </Flex>
    );
  }
  const country = residence?.country ?? status.country ?? '';
  const stateCode = residence?.state ?? status.state ?? '';
  const save = () => {
    saveResidence({ country, state: stateCode }).then(
      () => void notify({ kind: 'success', text: t`Saved.` }),
      (error: unknown) => void notify({ kind: 'error', text: failureText(error) }),
    );
  };
  return (
    <Box ref={fields}>
      <Banner title={<Trans>Where do you live?</Trans>}>
        <Trans>The law there decides what we ask you.</Trans>
        <Grid
          templateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}
          gap={4}
          marginTop={3}
        >
          <Field label={t`Country`}>
            <CountryPicker
              value={country}
              onChange={(next) => next && setResidence({ country: next, state: '' })}
            />
          </Field>
          {country === 'US' && (
            <Field label={t`State`}>
              <StatePicker value={stateCode} onChange={(next) => setResidence({ country, state: next })} />
            </Field>
          )}
        </Grid>
        {!isPartOfForm && (
          <Box marginTop={3}>
            <Button size="sm" disabled={!country} loading={isSending} onClick={save}>
              <Trans>Save where you live</Trans>
            </Button>
          </Box>
        )}
      </Banner>
    </Box>
  );
}
