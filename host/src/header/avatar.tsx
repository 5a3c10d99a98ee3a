import type { User } from '@waymark/api-contract';
import { useState } from 'react';

/** The member's picture, or their initials while there is none. */
export function Avatar({ user }: { user: User }) {
  const [broken, setBroken] = useState(false);
  if (broken || user.profilePictureStatus === 'none')
    // Drawn by the style sheet: as text they would belong to the button's name.
    return <span className="wm-h-avatar" data-initials={initials(user)} />;
  return (
    <img
      className="wm-h-avatar"
      src={`/profile/${encodeURIComponent(user.username)}/picture?size=Small`}
      alt=""
      width={36}
      height={36}
      onError={() => setBroken(true)}
    />
  );
}

export function initials(user: Pick<User, 'first_name' | 'last_name' | 'display_name'>): string {
  const names = user.first_name || user.last_name ? [user.first_name, user.last_name] : [user.display_name];
  return names
    .map((name) => String.fromCodePoint(name.trim().codePointAt(0) ?? 32).trim())
    .join('')
    .trim()
    .toUpperCase();
}
