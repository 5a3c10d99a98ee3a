import { Trans, useLingui } from '@lingui/react/macro';
import { Button, FormError, Link, Stack } from '@waymark/ui';
import { ChatAppButtons } from '../page/chat-app-buttons.tsx';
import { AuthPage } from '../page/auth-page.tsx';
import { personalizationPath, useEntrance, useNext } from '../page/next.ts';
import { AccountFields } from './account-fields.tsx';
import { ExistingAccount } from './existing-account.tsx';
import { LegalLine } from './legal-line.tsx';
import { MailPreference, MemberFields } from './member-fields.tsx';
import { useExistingAccount } from './use-existing-account.ts';
import { useSignup } from './use-signup.ts';

export default function SignupPage() {
  const { t } = useLingui();
  const next = useNext();
  const { gone, enter } = useEntrance(next);
  const account = useExistingAccount();
  const signup = useSignup((grant) => enter(grant, personalizationPath(next.path)), account.found);
  if (gone) return null;
  return (
    <AuthPage
      title={t`Create your account`}
      lead={
        <Trans>
          Already a member? <Link href={next.link('/auth/login')}>Log in</Link>
        </Trans>
      }
    >
      <form {...signup.form}>
        <Stack gap={5}>
          <AccountFields
            form={signup}
            onEmail={account.lookUp}
            prompt={<ExistingAccount prompt={account.prompt} next={next} />}
          />
          <MemberFields form={signup} hasState />
          <MailPreference form={signup} />
          <LegalLine />
          <FormError>{signup.failure}</FormError>
          <Button type="submit" variant="primary" size="lg" loading={signup.busy}>
            <Trans>Create account</Trans>
          </Button>
        </Stack>
      </form>
      <ChatAppButtons next={next} />
    </AuthPage>
  );
}
