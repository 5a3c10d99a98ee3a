import { Trans } from '@lingui/react/macro';
import { Banner, Button, CloseIcon, Flex, IconButton, Stack } from '@waymark/ui';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import type { Planner } from '../planner.ts';
import { usePlanner } from '../store/use-planner.ts';
import { LegProblem } from './leg-problem.tsx';

interface NoticesProps {
  planner: Planner;
  restored: boolean;
  onStartAgain: () => void;
}

/** What went wrong with a leg, and what has to be known about the draft. */
export function Notices({ planner, restored, onStartAgain }: NoticesProps) {
  const { t } = useLingui();
  const kept = usePlanner(planner, (state) => state.kept);
  const elsewhere = usePlanner(planner, (state) => state.elsewhere);
  const [closed, setClosed] = useState<readonly string[]>([]);
  const close = (name: string) => setClosed([...closed, name]);
  const closing = (name: string, more?: ReactNode) => (
    <Flex gap={1} align="center">
      {more}
      <IconButton size="sm" label={t`Close`} icon={<CloseIcon />} onClick={() => close(name)} />
    </Flex>
  );
  const shows = (name: string, when: boolean) => when && !closed.includes(name);
  return (
    <Stack
      position="absolute"
      left={{ base: 2, md: '72px' }}
      right={{ base: 2, md: '72px' }}
      bottom="36px"
      zIndex={1}
      gap={2}
      align="center"
      pointerEvents="none"
      css={{ '& > *': { pointerEvents: 'auto', maxWidth: '560px', width: '100%' } }}
    >
      {shows('restored', restored) && (
        <Banner
          action={closing(
            'restored',
            <Button
              size="sm"
              onClick={() => {
                onStartAgain();
                close('restored');
              }}
            >
              <Trans>Start again</Trans>
            </Button>,
          )}
        >
          <Trans>Your draft is back.</Trans>
        </Banner>
      )}
      {shows('elsewhere', elsewhere) && (
        <Banner kind="warning" action={closing('elsewhere')}>
          <Trans>
            You are drawing this route in another tab too. The draft of the tab that changes it last is kept.
          </Trans>
        </Banner>
      )}
      {shows('kept', !kept) && (
        <Banner kind="warning" action={closing('kept')}>
          <Trans>This browser keeps no drafts. Save the route before you leave.</Trans>
        </Banner>
      )}
      <LegProblem planner={planner} />
    </Stack>
  );
}
