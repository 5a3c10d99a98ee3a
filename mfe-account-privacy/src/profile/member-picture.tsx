import type { User } from '@waymark/api-contract';
import './profile.css';

interface MemberPictureProps {
  member: Pick<User, 'username'>;
  /** Read aloud; empty where the name stands beside it. */
  label: string;
  /** Makes a browser ask for a picture that was just replaced. */
  version?: number | undefined;
}

/** The member's picture; the server draws initials where there is none. */
export function MemberPicture({ member: { username }, label, version }: MemberPictureProps) {
  const replaced = version === undefined ? '' : `&v=${version}`;
  return (
    <img
      className="wm-member-picture"
      src={`/profile/${encodeURIComponent(username)}/picture?size=Medium${replaced}`}
      alt={label}
      width={88}
      height={88}
    />
  );
}
