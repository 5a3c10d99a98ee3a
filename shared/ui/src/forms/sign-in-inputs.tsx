import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { IconButton } from '../actions/button.tsx';
import { EyeIcon, EyeOffIcon } from '../icons/icons.tsx';
import { Input, type InputProps } from './inputs.tsx';

export interface PasswordInputProps extends Omit<InputProps, 'type'> {
  /** A password that is being chosen, not entered: password managers then offer one. */
  fresh?: boolean;
}

/** Password with a toggle that shows it. */
export function PasswordInput({ fresh = false, ...rest }: PasswordInputProps) {
  const { t } = useLingui();
  const [shown, setShown] = useState(false);
  return (
    <span className="wm-affix">
      <Input
        type={shown ? 'text' : 'password'}
        autoComplete={fresh ? 'new-password' : 'current-password'}
        autoCapitalize="none"
        spellCheck={false}
        {...rest}
      />
      <span className="wm-affix__end">
        <IconButton
          size="sm"
          label={shown ? t`Hide password` : t`Show password`}
          aria-pressed={shown}
          icon={shown ? <EyeOffIcon /> : <EyeIcon />}
          onClick={() => setShown(!shown)}
        />
      </span>
    </span>
  );
}

export type EmailInputProps = Omit<InputProps, 'type'>;

/** The form's schema judges the address; the browser's own bubble would speak another language. */
export function EmailInput(props: EmailInputProps) {
  return (
    <Input
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}
