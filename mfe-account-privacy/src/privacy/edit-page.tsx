import type { ConsentChoice } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { ApiError, navigate, safeNext } from '@waymark/contract';
import { useFailureText } from '@waymark/remote';
import {
  Box,
  Button,
  Field,
  Flex,
  FormError,
  Link,
  RadioGroup,
  Stack,
  Text,
  useFocusInvalid,
} from '@waymark/ui';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { ConsentText } from './consent-text.tsx';
import { ConsentsGate } from './consents-gate.tsx';
import { OptOutNote } from './opt-out-note.tsx';
import { PrivacyFrame, usePrivacyLinks } from './privacy-frame.tsx';
import { RegionField } from './region-field.tsx';
import {
  editAddress,
  isOutdated,
  stagedDeclineOf,
  useConsents,
  type ConsentItem,
  type Consents,
  type ConsentsState,
  type StagedDecline,
} from './use-consents.ts';

/**
 * The form with every consent, accepting and declining side by side. Members come here by themselves, and are led here
 * from other pages while something waits for their answer; then `next` names the page they wanted.
 */
export default function EditConsentsPage() {
  const { t } = useLingui();
  const staged = stagedDeclineOf(useLocation().state);
  const state = useConsents(staged?.residence);
  const hasChanged = state.consents?.items.some(isOutdated) ?? false;
  const next = safeNext(useSearchParams()[0].get('next'));
  return (
    <PrivacyFrame
      title={next ? t`Before you go on` : t`Change your answers`}
      lead={
        !next ? (
          <Trans>Nothing counts until you save.</Trans>
        ) : hasChanged ? (
          <Trans>What we ask for has changed. Your answers decide what Waymark does with your data.</Trans>
        ) : (
          <Trans>Your answers decide what Waymark does with your data.</Trans>
        )
      }
    >
      <ConsentsGate state={state}>
        {(consents) => (
          <Stack gap={6}>
            <OptOutNote status={consents.status} />
            <RegionField consents={consents} state={state} isPartOfForm />
            <ConsentForm consents={consents} state={state} next={next} staged={staged} />
            {next && (
              <Text muted size="sm">
                <Trans>
                  Without an answer you can still{' '}
                  <Link href="/premium/membership">cancel premium or see receipts</Link>,{' '}
                  <Link href="/account/data">download your data</Link> and{' '}
                  <Link href="/account/delete">delete your account</Link>.
                </Trans>
              </Text>
            )}
          </Stack>
        )}
      </ConsentsGate>
    </PrivacyFrame>
  );
}

/** Accepting other words than today's is no answer; a refusal always is one. */
const standingChoice = ({ current }: ConsentItem): ConsentChoice | '' =>
  current.needs_answer ? '' : (current.choice ?? '');

/** What the law wants asked by itself, and what was accepted before it changed. */
const mustAnswer = (item: ConsentItem): boolean =>
  item.kind === 'required' || item.kind === 'explicit' || isOutdated(item);

interface ConsentFormProps {
  consents: Consents;
  state: ConsentsState;
  next: string | null;
  /** What was answered before the page that shows what declining means. */
  staged: StagedDecline | null;
}

function ConsentForm({ consents, state, next, staged: before }: ConsentFormProps) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const { form, focusInvalid } = useFocusInvalid();
  const { link, screen } = usePrivacyLinks();
  const { status } = consents;
  // What an account needs is asked of members.
  const items = consents.items.filter(({ kind }) => state.isMember || kind !== 'required');
  // Of another region's form what was answered stays where it asks the same.
  const [choices, setChoices] = useState<Record<string, ConsentChoice>>(before?.answers ?? {});
  const [hasTried, setHasTried] = useState(false);
  const choiceOf = (item: ConsentItem) => choices[item.id] ?? standingChoice(item);
  const isMissing = (item: ConsentItem) => mustAnswer(item) && choiceOf(item) === '';

  const submit = async () => {
    setHasTried(true);
    if (items.some(isMissing)) return focusInvalid();
    const changed = items.filter((item) => choices[item.id] && choices[item.id] !== standingChoice(item));
    const declined = changed.filter(({ id, blocks }) => choices[id] === 'declined' && blocks !== 'nothing');
    const answers = Object.fromEntries(changed.map(({ id }) => [id, choices[id]!]));
    if (declined.length > 0) {
      const staged: StagedDecline = {
        stagedUnconsentedList: declined.map(({ id }) => id),
        stagedScreenName: screen,
        answers,
        residence: state.residence,
        next,
      };
      // The browser's way back finds the answers as well.
      navigate(editAddress(link('consents/edit'), next), { replace: true, state: { staged } });
      navigate(link('consents/decline'), { state: { staged } });
      return;
    }
    try {
      // A confirmed region is an answer as well.
      if (changed.length > 0 || state.residence) await state.answer(answers);
    } catch {
      return;
    }
    navigate(next ?? link('consents'), { replace: true });
  };

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack gap={0}>
        {items.map((item) => (
          <Box key={item.id} borderTop="hairline" paddingBlock={5}>
            <ConsentText item={item} />
            <Box marginTop={3}>
              <Field
                group
                hideLabel
                label={<span data-untranslated="">{item.title}</span>}
                hint={item.current.is_granted && choiceOf(item) === '' ? t`On until you decline.` : undefined}
                error={isMissing(item) ? t`Choose one.` : undefined}
                touched={hasTried}
              >
                <RadioGroup
                  row
                  label={item.title}
                  name={item.id}
                  value={choiceOf(item)}
                  onChange={(choice) =>
                    setChoices((current) => ({ ...current, [item.id]: choice as ConsentChoice }))
                  }
                  options={[
                    { value: 'accepted', label: t`Accept` },
                    { value: 'declined', label: t`Decline` },
                  ]}
                />
              </Field>
            </Box>
          </Box>
        ))}
      </Stack>
      <Box marginBottom={state.failure ? 4 : 0}>
        <FormError>
          {state.failure instanceof ApiError && state.failure.code === 'matrix_outdated' ? (
            <Trans>The questions have changed since you opened this page. Reload it and answer again.</Trans>
          ) : (
            state.failure && failureText(state.failure)
          )}
        </FormError>
      </Box>
      <Flex gap={3} wrap="wrap">
        <Button
          type="submit"
          variant="primary"
          size="lg"
          loading={state.isSending}
          disabled={status.needs_country && state.residence === null && !status.country}
        >
          <Trans>Save answers</Trans>
        </Button>
        {!next && (
          <Button size="lg" href={link('consents')}>
            <Trans>Cancel</Trans>
          </Button>
        )}
      </Flex>
    </form>
  );
}
