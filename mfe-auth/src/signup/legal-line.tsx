import { Trans } from '@lingui/react/macro';
import { useSettings } from '@waymark/remote';
import { Link, Text } from '@waymark/ui';

export function LegalLine() {
  const { terms, privacyPolicy } = useSettings().legal;
  return (
    <Text muted size="sm">
      <Trans>
        By creating an account you agree to the{' '}
        <Link external href={terms}>
          terms of use
        </Link>
        . The{' '}
        <Link external href={privacyPolicy}>
          privacy policy
        </Link>{' '}
        says how we handle your data.
      </Trans>
    </Text>
  );
}
