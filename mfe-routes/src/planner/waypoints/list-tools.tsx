import { Trans } from '@lingui/react/macro';
import { Button, Flex, UploadIcon } from '@waymark/ui';
import { lazy, Suspense, useState } from 'react';
import type { Planner } from '../planner.ts';

const PartDialog = lazy(() =>
  import(/* webpackChunkName: "planner-round-trip" */ '../part/part-dialog.tsx').then((m) => ({
    default: m.PartDialog,
  })),
);

interface ListToolsProps {
  planner: Planner;
  onImport?: (() => void) | undefined;
}

/** What is done to more than one point of the list. */
export function ListTools({ planner, onImport }: ListToolsProps) {
  const [cutting, setCutting] = useState(false);
  return (
    <Flex gap={2} wrap="wrap">
      <Button size="sm" onClick={() => setCutting(true)}>
        <Trans>Cut out a part</Trans>
      </Button>
      {onImport && (
        <Button size="sm" icon={<UploadIcon />} onClick={onImport}>
          <Trans>Put another route in</Trans>
        </Button>
      )}
      {cutting && (
        <Suspense>
          <PartDialog planner={planner} open onClose={() => setCutting(false)} />
        </Suspense>
      )}
    </Flex>
  );
}
