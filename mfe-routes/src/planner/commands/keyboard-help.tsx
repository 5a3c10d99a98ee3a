import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Modal } from '@waymark/ui';
import type { ReactNode } from 'react';
import { type CommandId, COMMANDS } from './commands.ts';

const Key = ({ children }: { children: ReactNode }) => (
  <Box
    as="kbd"
    px={2}
    py={0.5}
    border="1px solid"
    borderColor="control"
    borderRadius="sm"
    fontSize="sm"
    fontFamily="body"
    whiteSpace="nowrap"
  >
    {children}
  </Box>
);

/** The list of keyboard and pointer commands. */
export function KeyboardHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { i18n } = useLingui();
  const rows: { id: string; key: ReactNode; does: ReactNode }[] = [
    { id: 'click', key: <Trans>Click</Trans>, does: <Trans>Continue to there</Trans> },
    {
      id: 'shift',
      key: <Trans>Shift and click</Trans>,
      does: <Trans>Straight line to there, this once</Trans>,
    },
    {
      id: 'drag',
      key: <Trans>Drag the line or a point</Trans>,
      does: <Trans>Reroute through there</Trans>,
    },
    {
      id: 'second',
      key: <Trans>Right-click, or long press</Trans>,
      does: <Trans>More actions</Trans>,
    },
    ...(Object.keys(COMMANDS) as CommandId[]).map((id) => ({
      id,
      key: COMMANDS[id].key,
      does: i18n._(COMMANDS[id].label),
    })),
  ];
  return (
    <Modal open={open} onClose={onClose} title={<Trans>Keyboard shortcuts</Trans>} size="wide">
      <Box
        as="dl"
        display="grid"
        gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }}
        columnGap={8}
        rowGap={2}
        m={0}
      >
        {rows.map(({ id, key, does }) => (
          <Box key={id} display="flex" justifyContent="space-between" alignItems="baseline" gap={4}>
            <Box as="dd" m={0} order={1}>
              {does}
            </Box>
            <Box as="dt" order={2} textAlign="end">
              <Key>{key}</Key>
            </Box>
          </Box>
        ))}
      </Box>
    </Modal>
  );
}
