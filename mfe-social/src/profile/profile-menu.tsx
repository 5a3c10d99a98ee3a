import { Trans, useLingui } from '@lingui/react/macro';
import type { Profile } from '@waymark/api-contract';
import { contactCalls } from '@waymark/api-contract/client';
import { call, notify } from '@waymark/contract';
import { useFailureText, useSend } from '@waymark/remote';
import { ReportDialog } from '@waymark/social/report';
import {
  Button,
  EyeIcon,
  EyeOffIcon,
  FlagIcon,
  FormError,
  LockIcon,
  Menu,
  type MenuItem,
  Modal,
  Text,
} from '@waymark/ui';
import { useState } from 'react';

interface ProfileMenuProps {
  profile: Profile;
  onWithdraw: () => void;
  onUnfriend: () => void;
}

/** What quietens or ends contact with a member. */
export default function ProfileMenu({ profile, onWithdraw, onUnfriend }: ProfileMenuProps) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const { user, can, is_muted: isMuted } = profile;
  const { id, display_name: name } = user;
  const [dialog, setDialog] = useState<'block' | 'report' | null>(null);
  const link = { _links: { user: [{ href: `/v7.1/user/${id}/`, id: String(id) }] } };
  const sentence = (error: unknown) =>
    failureText(error, t`That didn't work. Nothing was changed; try again.`);
  const say = (error: unknown) => void notify({ kind: 'error', text: sentence(error) });
  const mute = (days?: 7 | 30) =>
    call(contactCalls.mute, { body: { ...link, ...(days && { days }) } }).then(
      () => notify({ kind: 'success', text: t`You won't see ${name} in your feed.` }),
      say,
    );
  const unmute = () =>
    call(contactCalls.unmute, { params: { id } }).then(
      () => notify({ kind: 'success', text: t`${name} is back in your feed.` }),
      say,
    );
  const block = useSend(contactCalls.block, {
    onSuccess: () => {
      setDialog(null);
      notify({ kind: 'success', text: t`${name} is blocked.` });
    },
  });
  const items: MenuItem[] = [
    ...(isMuted
      ? [{ label: t`Unmute`, icon: <EyeIcon />, onSelect: () => void unmute() }]
      : [
          { label: t`Mute for a week`, icon: <EyeOffIcon />, onSelect: () => void mute(7) },
          { label: t`Mute for 30 days`, icon: <EyeOffIcon />, onSelect: () => void mute(30) },
          { label: t`Mute`, icon: <EyeOffIcon />, onSelect: () => void mute() },
        ]),
    ...(can.withdraw ? [{ label: t`Withdraw request`, separated: true, onSelect: onWithdraw }] : []),
    ...(can.unfriend ? [{ label: t`Remove friend`, separated: true, onSelect: onUnfriend }] : []),
    ...(can.block
      ? [{ label: t`Block`, icon: <LockIcon />, danger: true, onSelect: () => setDialog('block') }]
      : []),
    ...(can.report
      ? [{ label: t`Report`, icon: <FlagIcon />, danger: true, onSelect: () => setDialog('report') }]
      : []),
  ];
  return (
    <>
      <Menu label={t`More actions`} icon align="end" items={items} />
      <Modal
        open={dialog === 'block'}
        onClose={() => setDialog(null)}
        title={<Trans>Block {name}?</Trans>}
        footer={
          <>
            <Button data-autofocus="" onClick={() => setDialog(null)}>
              <Trans>Cancel</Trans>
            </Button>
            <Button variant="danger" loading={block.isPending} onClick={() => block.mutate({ body: link })}>
              <Trans>Block</Trans>
            </Button>
          </>
        }
      >
        <Text>
          <Trans>
            You won't see each other anywhere on Waymark, and you are no longer friends. {name} is not told.
            Friends has a list of whom you blocked.
          </Trans>
        </Text>
        <FormError>{block.error && sentence(block.error)}</FormError>
      </Modal>
      {dialog === 'report' && (
        <ReportDialog reported={{ type: 'user', id }} onClose={() => setDialog(null)} />
      )}
    </>
  );
}
