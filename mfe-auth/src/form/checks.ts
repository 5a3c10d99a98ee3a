import { useLingui } from '@lingui/react/macro';
import { isEmail } from '@waymark/api-contract/limits';
import { splitBirthdate } from '@waymark/units';
import type { Problem } from './problems.ts';

const PASSWORD_MIN = 8;
const PASSWORD_MAX = 200;

type Check = (value: string) => Problem | undefined;

/** The checks of a field, each with its sentence; undefined when all is well. */
export function useChecks() {
  const { t } = useLingui();
  const missing = (field: string): Problem => ({ kind: 'required', text: t`${field} is required.` });
  const filled =
    (field: string): Check =>
    (value) =>
      value.trim() ? undefined : missing(field);
  const email: Check = (value) => {
    if (!value.trim()) return missing(t`E-mail`);
    return isEmail(value) ? undefined : { kind: 'format', text: t`Invalid email format` };
  };
  const newPassword: Check = (value) => {
    if (!value) return missing(t`Password`);
    if (value.length < PASSWORD_MIN) return { kind: 'other', text: t`Use 8 or more characters.` };
    return value.length > PASSWORD_MAX ? { kind: 'other', text: t`Use at most 200 characters.` } : undefined;
  };
  const birthdate: Check = (value) => {
    if (value.split('-').filter(Boolean).length < 3) return missing(t`Birthdate`);
    // Whether they may join at their age is the server's to say: it remembers whom it refused.
    return splitBirthdate(value) ? undefined : { kind: 'other', text: t`Invalid date.` };
  };
  return { filled, email, newPassword, birthdate };
}
