import { Trans, useLingui } from '@lingui/react/macro';
import { Box, type MenuItem } from '@waymark/ui';
import { lazy, type ReactNode, Suspense, useState, useEffect, useLayoutEffect, useRef } from 'react';
import type { Planner } from '../planner.ts';
import { notify } from '@waymark/contract';

const ImportDialog = lazy(() =>
  import(/* webpackChunkName: "planner-import" */ './import-dialog.tsx').then((m) => ({
    default: m.ImportDialog,
  })),
);

/** All that a page needs to take courses in: items for a menu, and what lies over the page while it does. */
export function useImportDialog(planner: Planner | null): {
  items: readonly MenuItem[];
  open: () => void;
  layer: ReactNode;
} {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const [file, setFile] = useState<File | null>(null);
  const show = (dropped: File | null) => {
    setFile(dropped);
    setWanted(true);
    setOpen(true);
  };
  const over = useFileDrop(show);
  return {
    items: [
      {
        label: t`Import a file, a workout or a route`,
        separated: true,
        onSelect: () => show(null),
      },
    ],
    open: () => show(null),
    layer: planner && (
      <>
        {over && (
          <Box
            position="fixed"
            inset={0}
            zIndex={90}
            display="grid"
            placeItems="center"
            pointerEvents="none"
            bg="scrim"
          >
            <Box px={6} py={4} bg="surface" borderRadius="lg" fontSize="lg" fontWeight={600}>
              <Trans>Drop a GPX, TCX, FIT or KML file to see it on the map</Trans>
            </Box>
          </Box>
        )}
        {/* Once it was open it stays, so that closing it is seen. */}
        {wanted && (
          <Suspense>
            <ImportDialog planner={planner} open={open} file={file} onClose={() => setOpen(false)} />
          </Suspense>
        )}
      </>
    ),
  };
}

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
