import type { User } from '@waymark/api-contract';
import { userCalls } from '@waymark/api-contract/client';
import { useLingui } from '@lingui/react/macro';
import { ApiError, notify } from '@waymark/contract';
import { useFailureText, useFormatLocale, useSend } from '@waymark/remote';
import { useFocusInvalid } from '@waymark/ui';
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
  const [draft, setDraft] = useState(() => createProfileDraft(member, locale));
  const [hasTried, setHasTried] = useState(false);
  const { form: element, focusInvalid } = useFocusInvalid();
  const save = useSend(userCalls.update);

  const problems = checkProfileDraft(draft, system, locale);
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
    set: <F extends ProfileField>(field: F, value: ProfileDraft[F]) =>
      setDraft((before) => ({ ...before, [field]: value })),
    /** What a `Field` takes of the form. */
    field: (name: ProfileField) => ({ error: sentence(name), touched: hasTried || isFieldProblem }),
    form: { ref: element, noValidate: true, onSubmit: submit },
  };
}
export type ProfileForm = ReturnType<typeof useProfileForm>;
