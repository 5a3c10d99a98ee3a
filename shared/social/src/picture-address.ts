import type { Links } from '@waymark/api-contract';

/** Whoever has a name and a picture: a member, or the actor of a story. */
export interface PicturedMember {
  username: string;
  _links: Links;
}

/** Where a member's picture is. */
export const pictureAddress = ({ username, _links }: PicturedMember, size: 'Small' | 'Medium'): string =>
  _links.image?.find(({ name }) => name === size)?.href ??
  `/profile/${encodeURIComponent(username)}/picture?size=${size}`;
