import { Trans, useLingui } from '@lingui/react/macro';
import { Box, type MenuItem } from '@waymark/ui';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Planner } from '../planner.ts';
import { useFileDrop } from './use-file-drop.ts';

const ImportDialog = lazy(() =>
  import(/* webpackChunkName: "planner-import" */ './import-dialog.tsx').then((m) => ({
    default: m.ImportDialog,
  })),
);

/** All that a page needs to take courses in: items for a menu, and what lies over the page while it does. */
export function useImporting(planner: Planner | null): {
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
        label: t`Put in a file, a workout or a route`,
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
              <Trans>Drop a GPX, TCX, FIT or KML file to put it on the map</Trans>
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
