import type { Links } from '@waymark/api-contract';
import { Box } from '@waymark/ui';
import { useState } from 'react';

/** Whoever has a name and a picture: a member, or the actor of a story. */
export interface PicturedMember {
  username: string;
  _links: Links;
}

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
  const name = size === 'lg' ? 'Medium' : 'Small';
  const link = member._links.image?.find((image) => image.name === name)?.href;
  const src = link ?? `/profile/${encodeURIComponent(member.username)}/picture?size=${name}`;
  return (
    <Box w={`${pixels}px`} h={`${pixels}px`} flex="none" borderRadius="50%" bg="sunken" overflow="hidden">
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
    </Box>
  );
}
