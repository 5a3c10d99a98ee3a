import type { AccountCredential } from '@waymark/api-contract';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useFormatLocale, useSession } from '@waymark/remote';
import { Checkbox, Stack, Text } from '@waymark/ui';
import { formatDate } from '@waymark/units';

/** What a credential is, with the name that its member gave it. */
function useCredentialTitle(): (credential: AccountCredential) => string {
  const { t } = useLingui();
  return ({ kind, name }) =>
    ({
      passkey: () => t`Passkey “${name}”`,
      authenticator_app: () => t`Authenticator app and its recovery codes`,
      chat_app: () => t`Logging in with ${name}`,
      access_token: () => t`Access token “${name}”`,
      app: () => t`App “${name}”`,
      connection: () => t`Connection “${name}”`,
      feed_address: () => t`Private address of your feed`,
      calendar_address: () => t`Private address of your training calendar`,
      friend_invite: () => t`Invitation link for friends`,
      archive: () => t`Archive of your data`,
    })[kind]();
}

interface CredentialListProps {
  credentials: readonly AccountCredential[];
  /** Keys of those that go on. */
  kept: ReadonlySet<string>;
  onChange: (kept: ReadonlySet<string>) => void;
}

/** What opens an account besides its password, to choose what goes on with a new one. */
export function CredentialList({ credentials, kept, onChange }: CredentialListProps) {
  const { t } = useLingui();
  const titleOf = useCredentialTitle();
  const locale = useFormatLocale();
  const { user } = useSession();
  const zone = { locale, timeZone: user?.time_zone ?? 'UTC' };
  const dates = ({ created_datetime, last_used_datetime }: AccountCredential) => {
    const added = formatDate(created_datetime, zone);
    const used = last_used_datetime && formatDate(last_used_datetime, zone);
    return used ? t`Added ${added}, last used ${used}` : t`Added ${added}`;
  };
  const endedCount = credentials.filter(({ key, stays }) => !stays && !kept.has(key)).length;
  return (
    <Stack gap={3} role="group" aria-label={t`What else opens your account`}>
      {credentials.map((credential) =>
        credential.stays ? (
          <Text key={credential.key}>
            {titleOf(credential)}
            <br />
            <Text as="span" muted>
              <Trans>It stays: logging in asks for its code, as before.</Trans> {dates(credential)}
            </Text>
          </Text>
        ) : (
          <Checkbox
            key={credential.key}
            label={titleOf(credential)}
            hint={dates(credential)}
            checked={kept.has(credential.key)}
            onChange={(isKept) => {
              const next = new Set(kept);
              if (isKept) next.add(credential.key);
              else next.delete(credential.key);
              onChange(next);
            }}
          />
        ),
      )}
      <Text muted role="status">
        {endedCount > 0 ? (
          <Plural value={endedCount} one="# of these ends." other="# of these end." />
        ) : (
          <Trans>None of these ends.</Trans>
        )}
      </Text>
    </Stack>
  );
}
