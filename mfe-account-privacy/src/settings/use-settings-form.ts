import type { User } from '@waymark/api-contract';
import { userCalls } from '@waymark/api-contract/client';
import { useLingui } from '@lingui/react/macro';
import { notify } from '@waymark/contract';
import { useFailureText, useSend } from '@waymark/remote';
import { useState } from 'react';

type Settings = Pick<
  User,
  | 'display_measurement_system'
  | 'preferred_language'
  | 'time_zone'
  | 'first_day_of_week'
  | 'default_privacy'
  | 'sharing'
  | 'communication'
  | 'opt_outs'
>;

/** Settings that are saved as they are changed. One that could not be saved goes back to what it was. */
export function useSettingsForm(member: User) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const { mutateAsync } = useSend(userCalls.update);
  const [changes, setChanges] = useState<Partial<Settings>>({});
  const [state, setState] = useState<'unchanged' | 'saving' | 'saved'>('unchanged');

  const change = async <K extends keyof Settings>(field: K, value: Settings[K]): Promise<void> => {
    const before = changes[field];
    setChanges((all) => ({ ...all, [field]: value }));
    setState('saving');
    try {
      await mutateAsync({ params: { id: member.id }, body: { [field]: value } });
      setState('saved');
    } catch (error) {
      setState('unchanged');
      setChanges((all) => ({ ...all, [field]: before ?? member[field] }));
      notify({
        kind: 'error',
        text: failureText(error),
        action: { label: t`Try again`, run: () => void change(field, value) },
      });
    }
  };
  return { values: { ...member, ...changes }, state, change };
}
export type SettingsForm = ReturnType<typeof useSettingsForm>;
