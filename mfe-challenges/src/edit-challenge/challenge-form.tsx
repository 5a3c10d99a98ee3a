import type { ChallengeDetails } from '@waymark/api-contract';
import { challengeCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { navigate, notify } from '@waymark/contract';
import { useFailureText, useFormatLocale, useMeasurementSystem, useSend, useSession } from '@waymark/remote';
import { Banner, Button, Field, Flex, FormError, Input, Stack, Textarea, useFocusInvalid } from '@waymark/ui';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { browserZone } from '../challenges/challenge-window.ts';
import { type ChallengeDraft, draftOf, inputOf, newDraft } from './challenge-draft.ts';
import { CountedFields } from './counted-fields.tsx';
import { PrizesField } from './prizes-field.tsx';
import { TeamsField } from './teams-field.tsx';

const WEEK_MS = 6 * 86_400_000;

/** Today and a week on, by the member's calendar. */
function firstWeek(timeZone: string): [string, string] {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date());
  return [today, new Date(Date.parse(today) + WEEK_MS).toISOString().slice(0, 10)];
}

interface ChallengeFormProps {
  /** Null for a new one. */
  challenge: ChallengeDetails | null;
  /** Operators make challenges for everyone. */
  mayPublish: boolean;
}

export function ChallengeForm({ challenge, mayPublish }: ChallengeFormProps) {
  const { t } = useLingui();
  const units = { system: useMeasurementSystem(), locale: useFormatLocale() };
  const failureText = useFailureText();
  const zone = useSession().user?.time_zone ?? browserZone() ?? 'UTC';
  // Of the page of a group.
  const group = Number(useSearchParams()[0].get('group'));
  const groupId = Number.isSafeInteger(group) && group > 0 ? group : null;
  const [draft, setDraft] = useState<ChallengeDraft>(() =>
    challenge ? draftOf(challenge, units) : newDraft(...firstWeek(zone), groupId),
  );
  const [hasTried, setHasTried] = useState(false);
  const { form, focusInvalid } = useFocusInvalid();
  const create = useSend(challengeCalls.create, { keepKey: true });
  const update = useSend(challengeCalls.update);
  const hasOthers = challenge !== null && challenge.stats.member_count > (challenge.joined ? 1 : 0);
  const { input, problems } = inputOf(draft, units, hasOthers ? challenge : null);
  const change = (fields: Partial<ChallengeDraft>) => setDraft({ ...draft, ...fields });
  const isPending = create.isPending || update.isPending;
  const saved = ({ id }: { id: number }) => {
    notify({
      kind: 'success',
      text: challenge
        ? t`“${input.title}” is saved.`
        : t`“${input.title}” is ready. Join it and invite your friends.`,
    });
    navigate(`/challenges/${id}`);
  };
  const submit = () => {
    setHasTried(true);
    if (Object.keys(problems).length > 0) return focusInvalid();
    if (isPending) return;
    if (challenge) update.mutate({ params: { id: challenge.id }, body: input }, { onSuccess: saved });
    else create.mutate({ body: input }, { onSuccess: saved });
  };
  const failure = create.error ?? update.error;
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap={6}>
        <Field
          label={t`Name`}
          required
          touched={hasTried}
          error={problems.title ? t`Give it a name.` : undefined}
        >
          <Input
            maxLength={80}
            value={draft.title}
            onChange={(event) => change({ title: event.target.value })}
          />
        </Field>
        {hasOthers ? (
          <Banner title={<Trans>Others have joined.</Trans>}>
            <Trans>
              What counts stays as it is. Name, description, rules and prizes can still be changed.
            </Trans>
          </Banner>
        ) : (
          <CountedFields
            draft={draft}
            onChange={change}
            problems={problems}
            hasTried={hasTried}
            mayPublish={mayPublish}
          />
        )}
        {hasOthers && (
          <TeamsField
            draft={draft}
            onChange={change}
            isWrong={hasTried && problems.teams === true}
            hasOthers
          />
        )}
        <Field label={t`Description`} optional>
          <Textarea
            maxLength={2000}
            value={draft.description}
            onChange={(event) => change({ description: event.target.value })}
          />
        </Field>
        <Field label={t`Rules of your own`} optional>
          <Textarea
            maxLength={4000}
            value={draft.rules_text}
            onChange={(event) => change({ rules_text: event.target.value })}
          />
        </Field>
        <PrizesField prizes={draft.prizes} onChange={(prizes) => change({ prizes })} />
        <FormError>{failure && failureText(failure)}</FormError>
        <Flex gap={3} wrap="wrap">
          <Button type="submit" variant="primary" loading={isPending}>
            {challenge ? <Trans>Save challenge</Trans> : <Trans>Create challenge</Trans>}
          </Button>
          <Button href={challenge ? `/challenges/${challenge.id}` : '/challenges'}>
            <Trans>Cancel</Trans>
          </Button>
        </Flex>
      </Stack>
    </form>
  );
}
