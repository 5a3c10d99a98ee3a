import type { User } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Link, Panel, Stack, Switch, Text } from '@waymark/ui';
import { AccountFrame } from '../page/account-frame.tsx';
import { MemberGate } from '../page/member-gate.tsx';
import { AgeProtection } from './age-protection.tsx';
import { EmailSwitches } from './email-switches.tsx';
import { PrivacyDefaults } from './privacy-defaults.tsx';
import { UnitsAndTime } from './units-and-time.tsx';
import { useSettingsForm, type SettingsForm } from './use-settings-form.ts';

/** How Waymark counts, when the member's days begin, who sees new things, and which mails come. */
export default function SettingsPage() {
  const { t } = useLingui();
  return (
    <AccountFrame
      title={t`Settings`}
      path="/account/settings"
      lead={<Trans>Changes are saved as you make them.</Trans>}
    >
      <MemberGate>{(member) => <Settings key={member.id} member={member} />}</MemberGate>
    </AccountFrame>
  );
}

function Settings({ member }: { member: User }) {
  const form = useSettingsForm(member);
  return (
    <Stack gap={2}>
      <SaveState state={form.state} />
      <Panel title={<Trans>Units and time</Trans>}>
        <UnitsAndTime form={form} />
      </Panel>
      <Panel title={<Trans>Who sees new workouts and routes</Trans>}>
        <Stack gap={5}>
          <AgeProtection member={member} />
          <PrivacyDefaults form={form} />
          <NewFriendsSwitch form={form} />
        </Stack>
      </Panel>
      <Panel title={<Trans>Who can find you</Trans>}>
        <EmailSearchSwitch form={form} />
      </Panel>
      <Panel title={<Trans>How Waymark reaches you</Trans>}>
        <Stack gap={4} align="flex-start">
          <ChannelSwitches form={form} />
        </Stack>
      </Panel>
      <Panel title={<Trans>E-mails</Trans>}>
        <Text muted size="sm" marginBottom={4}>
          <Trans>
            To <span data-untranslated="">{member.email}</span>. Mails about your account itself always come.
          </Trans>
        </Text>
        <EmailSwitches form={form} />
      </Panel>
      <Panel title={<Trans>Privacy and your data</Trans>}>
        <Text>
          <Trans>
            Consents, cookies and the places others do not see:{' '}
            <Link href="/privacy_center/manage">Privacy Center</Link> and{' '}
            <Link href="/workouts/privacy_zones">privacy zones</Link>.
          </Trans>
        </Text>
      </Panel>
    </Stack>
  );
}

/** Off until the member says so. */
function EmailSearchSwitch({ form: { values, change } }: { form: SettingsForm }) {
  const { t } = useLingui();
  return (
    <Switch
      label={t`By your e-mail address`}
      hint={t`Anyone who enters your full e-mail address can send you a friend request, even if your profile is private. The address itself is never shown.`}
      checked={values.sharing['email_search'] === true}
      onChange={(isFound) => void change('sharing', { ...values.sharing, email_search: isFound })}
    />
  );
}

/** Off until both of two new friends say so. */
function NewFriendsSwitch({ form: { values, change } }: { form: SettingsForm }) {
  const { t } = useLingui();
  return (
    <Switch
      label={t`Tell friends about new friends`}
      hint={t`In your friends’ feeds, if your new friend allows it too.`}
      checked={values.sharing['new_friends'] === true}
      onChange={(isTold) => void change('sharing', { ...values.sharing, new_friends: isTold })}
    />
  );
}

/** On until the member says no; what they are told of is chosen for each kind besides. */
function ChannelSwitches({ form: { values, change } }: { form: SettingsForm }) {
  const { t } = useLingui();
  const choose = (channel: 'email' | 'push') => ({
    checked: values.communication[channel] !== false,
    onChange: (isOn: boolean) => void change('communication', { ...values.communication, [channel]: isOn }),
  });
  return (
    <>
      <Switch
        label={t`By e-mail`}
        hint={t`If you turn this off, only mails about your account still come.`}
        {...choose('email')}
      />
      <Switch
        label={t`By push notification`}
        hint={t`On the browsers where you turned notifications on.`}
        {...choose('push')}
      />
      <Text size="sm">
        <Link href="/notifications/settings">
          <Trans>Choose what you’re notified about</Trans>
        </Link>
      </Text>
    </>
  );
}

function SaveState({ state }: Pick<SettingsForm, 'state'>) {
  return (
    <Box role="status" minHeight="24px" color="moss.fg" fontSize="sm" fontWeight={600}>
      {state === 'saved' && <Trans>Saved</Trans>}
    </Box>
  );
}
