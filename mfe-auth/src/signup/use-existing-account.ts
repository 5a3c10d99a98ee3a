import { authCalls } from '@waymark/api-contract/client';
import { call } from '@waymark/contract';
import { afterPress } from '@waymark/ui';
import { useRef, useState } from 'react';
import { isEmail } from '@waymark/api-contract/limits';
import { storedOnboarding } from '../page/handover.ts';

/** `onboarding`: an account that was brought over and wants a new password before it can sign in. */
export interface AccountPrompt {
  kind: 'exists' | 'onboarding';
  email: string;
}

/** Is there an account for the address that is being typed? The answer of the sign-in page counts first. */
export function useExistingAccount() {
  const [prompt, setPrompt] = useState<AccountPrompt | null>(() => {
    const email = storedOnboarding()?.email;
    return email ? { kind: 'onboarding', email } : null;
  });
  const asked = useRef(prompt?.email ?? '');
  return {
    prompt,
    found: (email: string) => {
      asked.current = email;
      setPrompt((before) => (before?.email === email ? before : { kind: 'exists', email }));
    },
    /** To be called when the field is left. A failed look-up says nothing: the sign-up itself will. */
    lookUp: async (text: string): Promise<void> => {
      const email = text.trim();
      if (email === asked.current) return;
      asked.current = email;
      afterPress(() => setPrompt(null));
      if (!isEmail(email)) return;
      const answer = await call(authCalls.findUser, { params: { email }, noRefresh: true }).catch(() => null);
      if (!answer?.userExists) return;
      afterPress(() => asked.current === email && setPrompt({ kind: 'exists', email }));
    },
  };
}
