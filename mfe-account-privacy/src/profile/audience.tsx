import type { User } from '@waymark/api-contract';
import { audienceOf } from '@waymark/api-contract/user-fields';
import { Trans, useLingui } from '@lingui/react/macro';
import { chakra, GlobeIcon, LockIcon, UsersIcon } from '@waymark/ui';

type ProfileLevel = User['default_privacy']['profile'];

/** Who sees a field of the profile, in a few words. */
export function Audience({ field, profile }: { field: string; profile: ProfileLevel }) {
  const { t } = useLingui();
  const isMine = audienceOf(field) === 'me' || profile === 0;
  const words = { 0: t`Only you`, 1: t`You and your friends`, 3: t`Everyone`, 6: t`Anyone with the link` };
  const Icon = isMine ? LockIcon : profile === 1 ? UsersIcon : GlobeIcon;
  return (
    <chakra.span display="inline-flex" alignItems="center" gap={1} fontSize="xs">
      <Icon size={14} />
      <span>
        <Trans>Seen by: {isMine ? words[0] : words[profile]}</Trans>
      </span>
    </chakra.span>
  );
}
