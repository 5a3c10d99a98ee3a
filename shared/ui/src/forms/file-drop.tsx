import { Trans } from '@lingui/react/macro';
import { useId, useRef, useState, type DragEvent, type ReactNode } from 'react';
import { Button } from '../actions/button.tsx';
import { UploadIcon } from '../icons/icons.tsx';
import { styles } from '../theme/styles.ts';
import { useFieldControl } from './field.tsx';

styles(`
.wm-drop{display:flex;flex-direction:column;align-items:center;justify-content:center;gap:12px;padding:32px 16px;
text-align:center;border:1px dashed var(--wm-control);border-radius:var(--wm-radius-lg);
transition:background-color var(--wm-fast) var(--wm-ease)}
.wm-drop[data-over]{background:var(--wm-blaze-soft);border-color:var(--wm-blaze)}
.wm-drop__icon{color:var(--wm-blaze-strong)}
`);

export interface FileDropProps {
  onFiles: (files: File[]) => void;
  /** As the file input's `accept`, '.gpx,.tcx,.fit'. Dropped files are not filtered: say in words why one is refused. */
  accept?: string;
  multiple?: boolean;
  disabled?: boolean;
  /** The chooser is the page's primary action. Default false. */
  prominent?: boolean;
  /** Text of the chooser's button. Default 'Choose files'. */
  action?: ReactNode;
  /** What can be dropped here and what will happen. */
  children?: ReactNode;
}

/** A drop target with a chooser for those who do not drag. */
export function FileDrop(props: FileDropProps) {
  const { onFiles, accept, multiple = true, disabled, prominent, action, children } = props;
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const textId = useId();
  const { id, 'aria-describedby': described } = useFieldControl();
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])];
    if (files.length > 0 && !disabled) onFiles(multiple ? files : files.slice(0, 1));
  };
  const stop = (event: DragEvent, isOver: boolean) => {
    event.preventDefault();
    setOver(isOver && !disabled);
  };
  return (
    <div
      className="wm-drop"
      data-over={over ? '' : undefined}
      onDragEnter={(event) => stop(event, true)}
      onDragOver={(event) => stop(event, true)}
      onDragLeave={(event) => stop(event, event.currentTarget.contains(event.relatedTarget as Node | null))}
      onDrop={(event) => {
        stop(event, false);
        take(event.dataTransfer.files);
      }}
    >
      <UploadIcon size={32} className="wm-drop__icon" />
      <div id={textId}>
        {children ?? (multiple ? <Trans>Drop files here</Trans> : <Trans>Drop a file here</Trans>)}
      </div>
      <Button
        id={id}
        variant={prominent ? 'primary' : 'outline'}
        aria-describedby={described ?? textId}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        {action ?? (multiple ? <Trans>Choose files</Trans> : <Trans>Choose a file</Trans>)}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        multiple={multiple}
        disabled={disabled}
        onChange={(event) => {
          take(event.target.files);
          // The same file can be chosen again after it was mended.
          event.target.value = '';
        }}
      />
    </div>
  );
}
