import type { User } from '@waymark/api-contract';
import { userCalls } from '@waymark/api-contract/client';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { ApiError, notify } from '@waymark/contract';
import { useFailureText, useFormatLocale, useSend } from '@waymark/remote';
import { useHealthConsent } from '@waymark/remote/health-consent';
import { useFocusInvalid } from '@waymark/ui';
import { typedWeight } from '@waymark/units';
import { useState, type SubmitEvent } from 'react';
import {
  checkProfileDraft,
  createProfileDraft,
  profileUpdate,
  type ProfileDraft,
  type ProfileField,
} from './profile-draft.ts';

/** Names that the server has for fields of the form. */
const SERVER_NAMES: Partial<Record<ProfileField, string>> = {
  locality: 'location.locality',
  region: 'location.region',
  country: 'location.country',
};

/** The form of the profile. What was typed stays through every failure; the failed answer stays whole, with its status. */
export function useProfileForm(member: User) {
  const { t, i18n } = useLingui();
  const locale = useFormatLocale();
  const failureText = useFailureText();
  const system = member.display_measurement_system;
  const [typed, setDraft] = useState(() => createProfileDraft(member, locale));
  const [isWeightTyped, setIsWeightTyped] = useState(false);
  const [hasTried, setHasTried] = useState(false);
  const { form: element, focusInvalid } = useFocusInvalid();
  const save = useSend(userCalls.update);
  // One that was not typed follows the member's: it is hidden, or there again, once they answer in another tab.
  const draft = isWeightTyped ? typed : { ...typed, weight: typedWeight(member.weight, system, locale) };

  const health = useHealthConsent(save.error);
  const problems = checkProfileDraft(draft, system, locale);
  if (!health.hasConsent && draft.weight !== '')
    problems.weight = msg`Waymark saves a weight only with your consent for health data. Give it, or empty this field.`;
  const update = profileUpdate(draft, member, system, locale);
  const isChanged = Object.keys(update).length > 0;
  const answer = save.error instanceof ApiError ? save.error : null;
  const sentence = (field: ProfileField): string | undefined => {
    const own = problems[field];
    if (own) return i18n._(own);
    return answer?.diagnostics[SERVER_NAMES[field] ?? field]?.[0];
  };
  const isFieldProblem = answer !== null && Object.keys(answer.diagnostics).length > 0;

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setHasTried(true);
    if (Object.keys(problems).length > 0) {
      focusInvalid();
      return;
    }
    if (!isChanged) {
      notify({ kind: 'success', text: t`Your profile is saved.` });
      return;
    }
    save.mutate(
      { params: { id: member.id }, body: update },
      {
        onSuccess: () => notify({ kind: 'success', text: t`Your profile is saved.` }),
        onError: focusInvalid,
      },
    );
  };

  return {
    draft,
    system,
    isChanged,
    isSaving: save.isPending,
    /** About the form as a whole; undefined while what is wrong stands beside a field. */
    failure: save.error && !isFieldProblem ? failureText(save.error) : undefined,
    health,
    set: <F extends ProfileField>(field: F, value: ProfileDraft[F]) => {
      setDraft({ ...draft, [field]: value });
      if (field === 'weight') setIsWeightTyped(true);
    },
    /** What a `Field` takes of the form. */
    field: (name: ProfileField) => ({ error: sentence(name), touched: hasTried || isFieldProblem }),
    form: { ref: element, noValidate: true, onSubmit: submit },
  };
}
export type ProfileForm = ReturnType<typeof useProfileForm>;
