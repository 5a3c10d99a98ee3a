import { useLingui } from '@lingui/react/macro';
import { useSession } from '@waymark/remote';
import { EyeIcon, EyeOffIcon, FlagIcon, LockIcon, type MenuItem } from '@waymark/ui';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { ReportedObject } from './report-dialog.tsx';
import { useMute, type NamedMember } from './use-mute.ts';

const BlockDialog = lazy(() => import(/* webpackChunkName: "dialogs" */ './block-dialog.tsx'));
const ReportDialog = lazy(() => import(/* webpackChunkName: "dialogs" */ './report-dialog.tsx'));

interface SafetyMenuOptions {
  /** Null where the reader may not see who it is. Of oneself there is nothing to mute or block. */
  member: NamedMember | null;
  /** What the reader can report here. */
  reported?: ReportedObject | null;
  /** Their stories are kept out of the reader's feed. Default false. */
  isMuted?: boolean | undefined;
}

interface SafetyMenu {
  muteItems: MenuItem[];
  /** Block and Report, which stand last. */
  endItems: MenuItem[];
  /** What the entries open; it stands beside the menu. */
  dialogs: ReactNode;
}

/** What quietens, ends or reports contact with a member, the same in every menu of theirs. Visitors get no entries. */
export function useSafetyMenu({ member, reported = null, isMuted = false }: SafetyMenuOptions): SafetyMenu {
  const { t } = useLingui();
  const { userId } = useSession();
  const { mute, unmute } = useMute();
  const [dialog, setDialog] = useState<'block' | 'report' | null>(null);
  const close = () => setDialog(null);
  const dialogs = dialog && (
    <Suspense>
      {dialog === 'block' && member && <BlockDialog member={member} onClose={close} />}
      {dialog === 'report' && reported && <ReportDialog reported={reported} onClose={close} />}
    </Suspense>
  );
  if (userId === null) return { muteItems: [], endItems: [], dialogs };
  const endItems: MenuItem[] = reported
    ? [{ label: t`Report`, icon: <FlagIcon />, danger: true, onSelect: () => setDialog('report') }]
    : [];
  if (!member || member.id === userId) return { muteItems: [], endItems, dialogs };
  const { name } = member;
  const muteItem = (label: string, days?: 7 | 30) => ({
    label,
    icon: <EyeOffIcon />,
    onSelect: () => void mute(member, days),
  });
  const muteItems = isMuted
    ? [{ label: t`Unmute ${name}`, icon: <EyeIcon />, onSelect: () => void unmute(member) }]
    : [
        muteItem(t`Mute ${name} for a week`, 7),
        muteItem(t`Mute ${name} for 30 days`, 30),
        muteItem(t`Mute ${name}`),
      ];
  const block: MenuItem = {
    label: t`Block ${name}`,
    icon: <LockIcon />,
    danger: true,
    separated: true,
    onSelect: () => setDialog('block'),
  };
  return { muteItems, endItems: [block, ...endItems], dialogs };
}
