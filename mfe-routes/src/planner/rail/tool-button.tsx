import { useLingui } from '@lingui/react/macro';
import { Box, IconButton, Tooltip } from '@waymark/ui';
import type { ReactElement } from 'react';
import { type CommandId, COMMANDS, type Opens, runCommand } from '../keys/commands.ts';
import type { Planner } from '../planner.ts';
import { usePlanner } from '../store/use-planner.ts';

interface ToolButtonProps {
  id: CommandId;
  icon: ReactElement;
  planner: Planner;
  opens: Opens;
  /** It is the one in use; leave out where nothing is chosen by it. */
  chosen?: boolean;
}

/** A tool, with the key that does the same. */
export function ToolButton({ id, icon, planner, opens, chosen }: ToolButtonProps) {
  const { i18n } = useLingui();
  const { label, key, can } = COMMANDS[id];
  const possible = usePlanner(planner, (state) => can?.(state) ?? true);
  const name = i18n._(label);
  return (
    <Tooltip content={name} shortcut={key}>
      <Box
        as="span"
        display="inline-flex"
        bg={chosen ? 'ink' : 'surface'}
        color={chosen ? 'paper' : 'ink'}
        borderRadius="sm"
      >
        <IconButton
          label={name}
          title=""
          icon={icon}
          aria-keyshortcuts={key === 'Ctrl S' ? 'Control+S' : key}
          aria-pressed={chosen}
          aria-disabled={!possible || undefined}
          opacity={possible ? 1 : 0.4}
          color="inherit"
          minW={{ base: '44px', md: '40px' }}
          minH={{ base: '44px', md: '40px' }}
          onClick={() => runCommand(id, planner, opens)}
        />
      </Box>
    </Tooltip>
  );
}
