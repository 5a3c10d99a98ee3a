import { Trans, useLingui } from '@lingui/react/macro';
import { Box, CloseIcon, Flex, IconButton, SegmentedControl, Skeleton } from '@waymark/ui';
import { lazy, Suspense } from 'react';
import type { Planner } from './planner.ts';

const WaypointPanel = lazy(() =>
  import(/* webpackChunkName: "planner-points" */ './waypoints/waypoint-panel.tsx').then((m) => ({
    default: m.WaypointPanel,
  })),
);
const NotesPanel = lazy(() =>
  import(/* webpackChunkName: "planner-notes" */ './notes/notes-panel.tsx').then((m) => ({
    default: m.NotesPanel,
  })),
);
const SavePanel = lazy(() =>
  import(/* webpackChunkName: "planner-save" */ './save/save-panel.tsx').then((m) => ({
    default: m.SavePanel,
  })),
);

export type Panel = 'points' | 'notes' | 'save';

interface SidePanelProps {
  planner: Planner;
  panel: Panel;
  onPanel: (panel: Panel | null) => void;
  /** A place of the course where a note is to be written, in metres along. */
  noteAt: number | null;
  onNoted: () => void;
  onImport?: (() => void) | undefined;
}

/** The route as a list, its notes, and what is saved with it: beside the map, on phones over it. */
export function SidePanel({ planner, panel, onPanel, noteAt, onNoted, onImport }: SidePanelProps) {
  const { t } = useLingui();
  return (
    <Flex
      as="aside"
      aria-label={t`Details of the route`}
      direction="column"
      position={{ base: 'absolute', lg: 'relative' }}
      top={0}
      right={0}
      bottom={0}
      zIndex={3}
      w={{ base: '100%', md: '360px' }}
      minH={0}
      bg="paper"
      borderInlineStart="hairline"
    >
      <Flex align="center" justify="space-between" wrap="wrap" gap={2} px={3} py={2} borderBottom="hairline">
        <SegmentedControl
          label={t`What to show`}
          value={panel}
          onChange={onPanel}
          options={[
            { value: 'points', label: <Trans>Points</Trans> },
            { value: 'notes', label: <Trans>Notes</Trans> },
            { value: 'save', label: <Trans>Save</Trans> },
          ]}
        />
        <IconButton label={t`Close`} icon={<CloseIcon />} onClick={() => onPanel(null)} />
      </Flex>
      <Box flex={1} minH={0} overflowY="auto" p={4}>
        <Suspense fallback={<Skeleton height="200px" />}>
          {panel === 'points' && <WaypointPanel planner={planner} onImport={onImport} />}
          {panel === 'notes' && <NotesPanel planner={planner} at={noteAt} onPlaced={onNoted} />}
          {panel === 'save' && <SavePanel planner={planner} />}
        </Suspense>
      </Box>
    </Flex>
  );
}
