import { useState } from 'react';
import { pictureAddress, type PicturedMember } from './picture-address.ts';
import './story.css';

const PIXELS = { sm: 32, md: 44, lg: 96 } as const;

/** Picture of a member, in a circle. Their name stands beside it, so that it says nothing to screen readers. */
export function MemberPicture({
  member,
  size = 'md',
}: {
  member: PicturedMember;
  size?: keyof typeof PIXELS;
}) {
  const [isBroken, setIsBroken] = useState(false);
  const pixels = PIXELS[size];
  const src = pictureAddress(member, size === 'lg' ? 'Medium' : 'Small');
  return (
    <div className="wm-picture" data-size={size}>
      {!isBroken && (
        <img
          src={src}
          alt=""
          width={pixels}
          height={pixels}
          loading="lazy"
          decoding="async"
          onError={() => setIsBroken(true)}
        />
      )}
    </div>
  );
}
