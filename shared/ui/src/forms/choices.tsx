import { useId, type ComponentPropsWithRef, type ReactNode } from 'react';
import { styles } from '../theme/styles.ts';
import { useFieldControl } from './field.tsx';

styles(`
.wm-choice{display:inline-flex;gap:10px;align-items:flex-start;min-height:1.5rem;cursor:pointer;line-height:1.5}
.wm-choice:has(:disabled){opacity:.55;cursor:not-allowed}
.wm-choice__text{display:block}
.wm-choice__hint{display:block;font-size:var(--wm-text-sm);color:var(--wm-muted)}
.wm-choice input{appearance:none;flex:none;width:1.25rem;height:1.25rem;margin-top:.125rem;border:1px solid var(--wm-control);
background:var(--wm-surface) center/1rem no-repeat;cursor:inherit;display:grid;place-items:center}
.wm-choice input[type=checkbox]{border-radius:var(--wm-radius-sm)}
.wm-choice input[type=radio]{border-radius:50%}
.wm-choice input:is(:checked,[type=checkbox]:indeterminate){background-color:var(--wm-blaze-strong);border-color:var(--wm-blaze-strong)}
.wm-choice input::before{content:'';transform:scale(0);transition:transform var(--wm-fast) var(--wm-ease)}
.wm-choice input[type=checkbox]::before{width:.75rem;height:.75rem;background:var(--wm-on-blaze);
clip-path:polygon(14% 47%,0 62%,38% 98%,100% 22%,86% 8%,37% 68%)}
.wm-choice input[type=checkbox]:indeterminate::before{clip-path:inset(40% 5%)}
.wm-choice input[type=radio]::before{width:.5rem;height:.5rem;border-radius:50%;background:var(--wm-on-blaze)}
.wm-choice input:is(:checked,[type=checkbox]:indeterminate)::before{transform:none}
.wm-choice input[role=switch]{width:2.5rem;height:1.5rem;margin-top:0;border-radius:1rem;justify-items:start;padding-inline:3px}
.wm-choice input[role=switch]::before{clip-path:none;border-radius:50%;width:1rem;height:1rem;transform:none;
background:var(--wm-control)}
.wm-choice input[role=switch]:checked::before{transform:translateX(1rem);background:var(--wm-on-blaze)}
[dir=rtl] .wm-choice input[role=switch]:checked::before{transform:translateX(-1rem)}
.wm-choice input[aria-invalid=true]{border-color:var(--wm-danger)}
.wm-choices{display:flex;flex-direction:column;gap:10px}
.wm-choices[data-row]{flex-flow:row wrap;gap:8px 24px}
@media (pointer:coarse){.wm-choice{min-height:44px;padding-block:10px}}
@media (forced-colors:active){.wm-choice input{appearance:auto}}
`);

interface ChoiceText {
  label: ReactNode;
  hint?: ReactNode;
}

interface ChoiceBase extends Omit<ComponentPropsWithRef<'input'>, 'onChange' | 'type'>, ChoiceText {
  onChange?: (checked: boolean) => void;
}

function Choice({ label, hint, onChange, type, ...rest }: ChoiceBase & { type: 'checkbox' | 'radio' }) {
  const hintId = useId();
  const { 'aria-describedby': described, 'aria-invalid': invalid } = useFieldControl();
  return (
    <label className="wm-choice">
      <input
        type={type}
        aria-describedby={hint ? hintId : described}
        aria-invalid={invalid}
        onChange={(event) => onChange?.(event.target.checked)}
        {...rest}
      />
      <span className="wm-choice__text">
        {label}
        {hint && (
          <span id={hintId} className="wm-choice__hint">
            {hint}
          </span>
        )}
      </span>
    </label>
  );
}

export interface CheckboxProps extends ChoiceBase {
  /** Some, but not all, of what it stands for. */
  indeterminate?: boolean;
}

export function Checkbox({ indeterminate = false, ...rest }: CheckboxProps) {
  const ref = (input: HTMLInputElement | null) => {
    if (input) input.indeterminate = indeterminate;
  };
  return <Choice type="checkbox" ref={ref} {...rest} />;
}

export type SwitchProps = ChoiceBase;

/** Takes effect at once; a checkbox waits for the form. */
export function Switch(props: SwitchProps) {
  // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a native checkbox tells its state itself
  return <Choice type="checkbox" role="switch" {...props} />;
}

export interface RadioGroupProps {
  options: readonly (ChoiceText & { value: string; disabled?: boolean })[];
  value: string;
  onChange: (value: string) => void;
  /** Needed unless it stands in a `Field group`. */
  label?: string;
  /** Side by side. */
  row?: boolean;
  name?: string;
}

export function RadioGroup({ options, value, onChange, label, row, name }: RadioGroupProps) {
  const id = useId();
  return (
    <div role="radiogroup" aria-label={label} className="wm-choices" data-row={row ? '' : undefined}>
      {options.map((option) => (
        <Choice
          key={option.value}
          type="radio"
          name={name ?? id}
          value={option.value}
          label={option.label}
          hint={option.hint}
          disabled={option.disabled}
          checked={option.value === value}
          onChange={() => onChange(option.value)}
        />
      ))}
    </div>
  );
}
