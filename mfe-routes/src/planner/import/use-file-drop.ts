import { useLingui } from '@lingui/react/macro';
import { notify } from '@waymark/contract';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

/**
 * Makes the whole page a drop target for a course. Open the import dialog with the file: `<ImportDialog file={file} />`.
 * @returns whether a file is held above the page
 */
export function useFileDrop(onFile: (file: File) => void): boolean {
  const { t } = useLingui();
  const [over, setOver] = useState(false);
  const take = useRef<(files: readonly File[]) => void>(() => {});
  useLayoutEffect(() => {
    take.current = (files) => {
      const [file] = files;
      if (!file) return;
      if (files.length > 1)
        notify({ kind: 'warning', text: t`One file at a time: ${file.name} is read, the others are not.` });
      onFile(file);
    };
  });
  useEffect(() => {
    // Entering a child fires before leaving its parent, so the depth tells when the page is left.
    let depth = 0;
    const listeners = new AbortController();
    const on = (
      type: 'dragenter' | 'dragleave' | 'dragover' | 'drop',
      listener: (event: DragEvent) => void,
    ) => addEventListener(type, listener, { signal: listeners.signal });
    on('dragenter', (event) => {
      if (!hasFiles(event)) return;
      depth++;
      setOver(true);
    });
    on('dragleave', () => {
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    });
    on('dragover', (event) => {
      if (hasFiles(event)) event.preventDefault();
    });
    on('drop', (event) => {
      depth = 0;
      setOver(false);
      // The drop zone of the dialog has taken it already.
      if (event.defaultPrevented || !hasFiles(event)) return;
      event.preventDefault();
      take.current([...(event.dataTransfer?.files ?? [])]);
    });
    return () => listeners.abort();
  }, []);
  return over;
}
