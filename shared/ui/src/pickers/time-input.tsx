import { useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { IconButton } from '../actions/button.tsx';
import { Input, type InputProps } from '../forms/inputs.tsx';
import { ClockIcon } from '../icons/icons.tsx';
import { styles } from '../theme/styles.ts';

styles(`
.wm-time::-webkit-calendar-picker-indicator{display:none}
`);

export interface TimeInputProps extends Omit<InputProps, 'value' | 'onChange' | 'type'> {
  /** 'HH:MM' in 24 hours, or ''. Shown as the member's system writes times. */
  value: string;
  onChange: (value: string) => void;
}

/** A time of day, by the browser's own field and picker (0.2 kB); Chakra has no time picker. */
export function TimeInput({ value, onChange, disabled, ...rest }: TimeInputProps) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  return (
    <span className="wm-affix">
      <Input
        type="time"
        className="wm-time"
        data-figure=""
        disabled={disabled}
        {...rest}
        ref={input}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <span className="wm-affix__end">
        <IconButton
          size="sm"
          label={t`Choose a time`}
          icon={<ClockIcon />}
          disabled={disabled}
          onClick={() => {
            input.current?.focus();
            input.current?.showPicker?.();
          }}
        />
      </span>
    </span>
  );
}
