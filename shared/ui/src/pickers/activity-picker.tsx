import { Trans, useLingui } from '@lingui/react/macro';
import { ALL, toggleMulti, type ActivityOption, type ActivityOptionGroup } from '@waymark/activities';
import { useRef, useState, type ReactNode } from 'react';
import { Button } from '../actions/button.tsx';
import { Spinner } from '../spinner.tsx';
import { useFieldControl } from '../forms/field.tsx';
import { ActivityIcon } from '../icons/activity-icon.tsx';
import { ChevronDownIcon, ErrorIcon } from '../icons/icons.tsx';
import { Popover } from '../overlays/popover.tsx';
import { styles } from '../theme/styles.ts';
import { ActivityList, type ActivityListProps } from './activity-list.tsx';
import { findActivity } from './activity-rows.ts';
import { useActivityGroups, type LoadActivityGroups } from './use-activity-groups.ts';

styles(`
.wm-picker{display:flex;align-items:center;gap:8px;text-align:start;cursor:pointer}
.wm-picker__text{flex:1;min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.wm-picker__text[data-empty],.wm-picker>svg:last-child{color:var(--wm-muted)}
.wm-picker-state{display:flex;align-items:center;gap:12px;min-height:var(--wm-height);font-size:var(--wm-text-sm)}
.wm-picker-state>svg{color:var(--wm-danger-strong)}
`);

interface PickerBase {
  /** Called when the selector appears, and again by 'Retry?'. */
  load: LoadActivityGroups;
  /** Read aloud, and shown while nothing is chosen. Default 'Choose an activity'. */
  placeholder?: string;
  disabled?: boolean;
}

type Selection = Pick<ActivityListProps, 'isSelected' | 'onSelect' | 'first' | 'multiple'>;

interface ShellProps extends PickerBase, Selection {
  renderText: (groups: readonly ActivityOptionGroup[]) => ReactNode;
  empty: boolean;
}

function PickerShell(props: ShellProps) {
  const { load, placeholder, disabled, renderText, empty, onSelect, ...selection } = props;
  const { t } = useLingui();
  const { state, retry } = useActivityGroups(load);
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const { id, required: _required, ...wiring } = useFieldControl();
  const label = placeholder ?? t`Choose an activity`;
  const close = (focus?: FocusOptions) => {
    setOpen(false);
    anchor.current?.focus(focus);
  };
  if (state.status === 'loading') {
    return (
      <div className="wm-picker-state">
        <Spinner size="1.25rem" label={t`Loading activity types`} />
      </div>
    );
  }
  if (state.status === 'error') {
    return (
      <div className="wm-picker-state" role="alert">
        <ErrorIcon />
        <Trans>Error loading activity types.</Trans>
        <Button size="sm" onClick={retry}>
          <Trans>Retry?</Trans>
        </Button>
      </div>
    );
  }
  return (
    <>
      <button
        ref={anchor}
        type="button"
        id={id}
        className="wm-input wm-picker"
        aria-haspopup="listbox"
        aria-expanded={open}
        disabled={disabled}
        {...wiring}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {empty ? (
          <span className="wm-picker__text" data-empty="">
            {label}
          </span>
        ) : (
          renderText(state.groups)
        )}
        <ChevronDownIcon size={18} />
      </button>
      <Popover anchor={anchor} open={open} onClose={close} matchWidth>
        <ActivityList
          groups={state.groups}
          label={label}
          {...selection}
          onSelect={(option) => {
            onSelect(option);
            if (!selection.multiple) close();
          }}
        />
      </Popover>
    </>
  );
}

export interface ActivityTypePickerProps extends PickerBase {
  /** The id of the chosen type. */
  value: number | null;
  onChange: (id: number, option: ActivityOption) => void;
}

/** One activity type out of the catalogue: searched by typing, popular ones first. */
export function ActivityTypePicker({ value, onChange, ...rest }: ActivityTypePickerProps) {
  return (
    <PickerShell
      {...rest}
      empty={value === null}
      renderText={(groups) => {
        const found = value === null ? undefined : findActivity(groups, value);
        return (
          <>
            {found && <ActivityIcon group={found.group} />}
            <span className="wm-picker__text">{found?.option.label ?? <Trans>Activity {value}</Trans>}</span>
          </>
        );
      }}
      isSelected={(option) => option.id === value}
      onSelect={(option) => onChange(option.id, option)}
    />
  );
}

export interface ActivityMultiPickerProps extends PickerBase {
  /** Ids as text, or ['all']. */
  value: readonly string[];
  onChange: (value: string[]) => void;
}

/** Several activity types, or all: 'all' clears the others, another one drops 'all'. */
export function ActivityMultiPicker({ value, onChange, ...rest }: ActivityMultiPickerProps) {
  const { t } = useLingui();
  const all: ActivityOption = {
    id: 0,
    value: ALL,
    label: t`Select All`,
    options: [],
    rootId: 0,
    popular: false,
    disabled: false,
  };
  return (
    <PickerShell
      {...rest}
      empty={value.length === 0}
      renderText={(groups) => (
        <span className="wm-picker__text">
          {value.includes(ALL) ? (
            <Trans>All activities</Trans>
          ) : (
            value.map((id) => findActivity(groups, Number(id))?.option.label ?? id).join(', ')
          )}
        </span>
      )}
      first={all}
      multiple
      isSelected={(option) => value.includes(option.value)}
      onSelect={(option) => onChange(toggleMulti(value, option.value))}
    />
  );
}
