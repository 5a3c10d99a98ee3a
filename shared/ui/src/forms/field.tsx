import { Trans } from '@lingui/react/macro';
import { createContext, useContext, useEffect, useId, useMemo, useState, type ReactNode } from 'react';
import { afterPress } from '../hooks/press.ts';
import { ErrorIcon } from '../icons/icons.tsx';
import { styles } from '../theme/styles.ts';

styles(`
.wm-field{display:flex;flex-direction:column;gap:6px;min-width:0;max-width:100%}
.wm-field__label{font-weight:600;font-size:var(--wm-text-sm);line-height:1.3}
.wm-field__optional{font-weight:400;color:var(--wm-muted)}
.wm-field__hint{font-size:var(--wm-text-sm);color:var(--wm-muted);line-height:1.4}
.wm-field__error{display:flex;gap:6px;font-size:var(--wm-text-sm);color:var(--wm-danger-strong);line-height:1.4}
.wm-field__error svg{margin-top:.1em}
.wm-input{width:100%;min-height:var(--wm-height);padding:6px 12px;border:1px solid var(--wm-control);
border-radius:var(--wm-radius);background:var(--wm-surface);color:var(--wm-ink)}
.wm-input:hover:enabled:not([aria-invalid=true]){border-color:var(--wm-ink)}
.wm-input:focus-visible{outline-offset:-1px;border-color:var(--wm-focus)}
.wm-input[aria-invalid=true]{border-color:var(--wm-danger)}
.wm-input:disabled{opacity:.6;background:var(--wm-sunken)}
.wm-input[data-figure]{font-variant-numeric:tabular-nums}
select.wm-input{appearance:none;padding-inline-end:36px}
textarea.wm-input{line-height:1.5;field-sizing:content;min-height:calc(3lh + 14px)}
.wm-affix{position:relative;display:flex;align-items:center}
.wm-affix>.wm-input{padding-inline-end:44px}
.wm-affix__end{position:absolute;inset-inline-end:1px;display:flex;align-items:center;color:var(--wm-muted)}
.wm-affix__end[data-still]{inset-inline-end:12px;pointer-events:none}
.wm-parts{display:flex;gap:8px;align-items:flex-end}
.wm-parts>*{flex:1 1 0;min-width:0}
`);

/** What a control inside a Field takes from it. */
export interface FieldControl {
  id?: string;
  required?: boolean;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

const FieldContext = createContext<FieldControl>({});

/** The wiring of the Field around a control of one's own; empty outside a Field. */
export const useFieldControl = (): FieldControl => useContext(FieldContext);

const OwnErrorContext = createContext<(isShown: boolean) => void>(() => undefined);

/** For a control that says itself what is wrong with what is typed: its sentence stands in place of the field's. */
export function useOwnError(isShown: boolean): void {
  const report = useContext(OwnErrorContext);
  useEffect(() => {
    report(isShown);
    return () => report(false);
  }, [report, isShown]);
}

export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** Below the control, where one field of a row has a hint and its neighbours have none. */
  hintBelow?: boolean;
  /** A sentence. Shown only once the field was touched. */
  error?: ReactNode;
  /** Default: becomes true when focus first leaves the field. Pass true for all fields after a refused submit. */
  touched?: boolean;
  required?: boolean;
  /** Says 'optional' beside the label. */
  optional?: boolean;
  /** Several controls under one label (duration, birth date, radio buttons). */
  group?: boolean;
  hideLabel?: boolean;
  children: ReactNode;
}

/** Label, hint and error of a form control, wired to it for screen readers. */
export function Field(props: FieldProps) {
  const {
    label,
    hint,
    hintBelow,
    error,
    touched = false,
    required,
    optional,
    group,
    hideLabel,
    children,
  } = props;
  const id = useId();
  const [left, setLeft] = useState(false);
  const [hasOwnError, setHasOwnError] = useState(false);
  const shown = Boolean(error) && (touched || left) && !hasOwnError;
  const describedBy = [hint && `${id}-hint`, shown && `${id}-error`].filter(Boolean).join(' ') || undefined;
  const control = useMemo(
    (): FieldControl => ({
      'aria-describedby': describedBy,
      ...(shown ? { 'aria-invalid': true } : {}),
      ...(group ? {} : { id: `${id}-control`, required }),
    }),
    [describedBy, shown, group, id, required],
  );
  const hintText = hint && (
    <div id={`${id}-hint`} className="wm-field__hint">
      {hint}
    </div>
  );
  const LabelTag = group ? 'span' : 'label';
  return (
    <div
      className="wm-field"
      {...(group ? { role: 'group', 'aria-labelledby': `${id}-label`, 'aria-describedby': describedBy } : {})}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) afterPress(() => setLeft(true));
      }}
    >
      <LabelTag
        id={`${id}-label`}
        className={hideLabel ? 'visually-hidden' : 'wm-field__label'}
        {...(group ? {} : { htmlFor: `${id}-control` })}
      >
        {label}
        {optional && (
          <span className="wm-field__optional">
            {' '}
            <Trans>(optional)</Trans>
          </span>
        )}
      </LabelTag>
      {!hintBelow && hintText}
      <OwnErrorContext value={setHasOwnError}>
        <FieldContext value={control}>{children}</FieldContext>
      </OwnErrorContext>
      {hintBelow && hintText}
      <div aria-live="polite">
        {shown && (
          <div id={`${id}-error`} className="wm-field__error">
            <ErrorIcon />
            <span>{error}</span>
          </div>
        )}
      </div>
    </div>
  );
}
