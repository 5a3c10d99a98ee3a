import { useLingui } from '@lingui/react/macro';
import type { Profile } from '@waymark/api-contract';
import { useSafetyMenu } from '@waymark/social';
import { Menu, type MenuItem } from '@waymark/ui';

interface ProfileMenuProps {
  profile: Profile;
  onWithdraw: () => void;
  onUnfriend: () => void;
}

/** What quietens or ends contact with a member. */
export default function ProfileMenu({ profile, onWithdraw, onUnfriend }: ProfileMenuProps) {
  const { t } = useLingui();
  const { user, can, is_muted: isMuted } = profile;
  const { muteItems, endItems, dialogs } = useSafetyMenu({
    member: can.block ? { id: user.id, name: user.display_name } : null,
    reported: can.report ? { type: 'user', id: user.id } : null,
    isMuted,
  });
  const items: MenuItem[] = [
    ...muteItems,
    ...(can.withdraw ? [{ label: t`Withdraw request`, separated: true, onSelect: onWithdraw }] : []),
    ...(can.unfriend ? [{ label: t`Remove friend`, separated: true, onSelect: onUnfriend }] : []),
    ...endItems,
  ];
  return (
    <>
      <Menu label={t`More actions`} icon align="end" items={items} />
      {dialogs}
    </>
  );
}
