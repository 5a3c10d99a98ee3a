import { Trans, useLingui } from '@lingui/react/macro';
import { Banner, Button, CloseIcon, Flex, IconButton } from '@waymark/ui';
import { type ReactNode, useState } from 'react';
import type { Planner } from '../planner.ts';
import { usePlanner } from '../store/use-planner.ts';

export interface DraftNoticesProps {
  planner: Planner;
  /** What was drawn before was found again. */
  restored: boolean;
  /** The route was changed elsewhere since that was drawn. */
  changed: boolean;
  onStartAgain: () => void;
}

/** Notices about the draft. */
export default function DraftNotices({ planner, restored, changed, onStartAgain }: DraftNoticesProps) {
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
    <>
      {shows('restored', restored) && (
        <Banner
          kind={changed ? 'warning' : 'info'}
          action={closing(
            'restored',
            <Button
              size="sm"
              onClick={() => {
                onStartAgain();
                close('restored');
              }}
            >
              <Trans>Start over</Trans>
            </Button>,
          )}
        >
          {changed ? (
            <Trans>
              We restored your draft. The route has changed since: saving the draft replaces that version.
            </Trans>
          ) : (
            <Trans>We restored your draft.</Trans>
          )}
        </Banner>
      )}
      {shows('elsewhere', elsewhere) && (
        <Banner kind="warning" action={closing('elsewhere')}>
          <Trans>
            This route is open in another tab too. We keep the draft of the tab that changes it last.
          </Trans>
        </Banner>
      )}
      {shows('kept', !kept) && (
        <Banner kind="warning" action={closing('kept')}>
          <Trans>This browser can’t keep drafts. Save the route before you leave.</Trans>
        </Banner>
      )}
    </>
  );
}
