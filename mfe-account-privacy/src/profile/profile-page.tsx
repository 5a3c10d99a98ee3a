import type { User } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Button, FormError, Link, Panel, Stack, Text } from '@waymark/ui';
import { AccountFrame } from '../page/account-frame.tsx';
import { MemberGate } from '../page/member-gate.tsx';
import { AgeProtection } from '../settings/age-protection.tsx';
import { BodyFields } from './body-fields.tsx';
import { PersonFields } from './person-fields.tsx';
import { PictureField } from './picture-field.tsx';
import { useProfileForm } from './use-profile-form.ts';

/** Everything that a member says about themselves, each with who sees it. */
export default function ProfilePage() {
  const { t } = useLingui();
  return (
    <AccountFrame
      title={t`Profile`}
      path="/account/my_profile"
      lead={
        <Trans>
          Who sees your profile is up to you: change it in <Link href="/account/settings">Settings</Link>.
        </Trans>
      }
    >
      <MemberGate>{(member) => <Profile key={member.id} member={member} />}</MemberGate>
    </AccountFrame>
  );
}

function Profile({ member }: { member: User }) {
  const form = useProfileForm(member);
  return (
    <Stack gap={6}>
      <AgeProtection member={member} />
      <PictureField member={member} />
      <form {...form.form}>
        <PersonFields form={form} member={member} />
        <Panel title={<Trans>Your body</Trans>}>
          <Text muted size="sm" marginBottom={4}>
            {form.health.hasConsent ? (
              <Trans>Used to estimate energy, load and zones. All of it is optional.</Trans>
            ) : (
              <Trans>Used to estimate energy. All of it is optional.</Trans>
            )}
          </Text>
          <BodyFields form={form} member={member} />
        </Panel>
        <Box
          data-bottom-bar=""
          position="sticky"
          bottom={0}
          bg="paper"
          borderTop="hairline"
          paddingBlock={4}
          display="flex"
          flexWrap="wrap"
          gap={3}
          alignItems="center"
        >
          {form.failure && (
            <Box flexBasis="100%">
              <FormError>{form.failure}</FormError>
            </Box>
          )}
          <Button type="submit" variant="primary" size="lg" loading={form.isSaving}>
            <Trans>Save profile</Trans>
          </Button>
          {form.isChanged && !form.isSaving && (
            <Text muted size="sm">
              <Trans>Not saved yet</Trans>
            </Text>
          )}
        </Box>
      </form>
    </Stack>
  );
}
