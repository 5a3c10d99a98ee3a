import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Photo, SERVICE_BASES } from '@waymark/api-contract';
import type { Context } from '../../../kernel/server/context.ts';
import { ApiProblem } from '../../../kernel/server/errors.ts';
import type { Relation } from '../../../members/visibility/policy.ts';
import { IMAGE_SIZES, type ImageSize } from '../../../kernel/images/image-formats.ts';

const DAY = 86_400;

/**
 * For whom an address was made: what its owner may see anybody with the address sees, as long as the owner's own
 * view lasts; an address made for a viewer ends as soon as that viewer may not read the workout any more, one made for
 * readers by link also with the key of the link.
 */
export type Audience = 'self' | 'link' | 'viewer';
const AUDIENCES: readonly Audience[] = ['self', 'link', 'viewer'];

const audienceOf = (relation: Relation): Audience =>
  relation === 'self' || relation === 'link' ? relation : 'viewer';

/** Who is shown a photo. */
export interface PhotoViewer {
  relation: Relation;
  /** 0 for a visitor. */
  viewerId: number;
  /** Of the key that a reader by link sent. */
  linkHash?: Uint8Array | null;
  /** The call that hands out the image; that of workouts unless given. */
  path?: '/workout_photo' | '/story_photo';
}

type Signing = Pick<Context, 'derive' | 'now'>;

/** What an address of an image carries. */
export interface ImageQuery {
  until: string;
  viewer?: string | undefined;
  signature: string;
}

interface Signed {
  id: number;
  size: ImageSize;
  until: number;
  audience: Audience;
  viewer: string;
  /** Of the key of the workout's link; null where it has none. */
  linkHash: Uint8Array | null;
}

function sign(key: Buffer, { id, size, until, audience, viewer, linkHash }: Signed): string {
  const hmac = createHmac('sha256', key).update(`${id}/${size}/${until}/${audience}/${viewer}`);
  if (audience === 'link' && linkHash) hmac.update(linkHash);
  return hmac.digest('base64url');
}

const keyOf = ({ derive }: Signing): Buffer => derive('photo addresses');

/** Seconds since 1970. The same for a whole day, so that a browser finds the image it has; good for one to two days. */
const lastsUntil = (now: Date): number => (Math.floor(now.getTime() / 1000 / DAY) + 2) * DAY;

/** Addresses of a ready photo for somebody who may see it. */
export function signedUrls(
  context: Signing,
  id: number,
  { relation, viewerId, linkHash = null, path = '/workout_photo' }: PhotoViewer,
): NonNullable<Photo['urls']> {
  const key = keyOf(context);
  const until = lastsUntil(context.now());
  const audience = audienceOf(relation);
  const viewer = String(viewerId);
  const url = (size: ImageSize) => {
    const signature = sign(key, { id, size, until, audience, viewer, linkHash });
    return `${SERVICE_BASES.main}${path}/${id}/${size}/?until=${until}&viewer=${viewer}&signature=${signature}`;
  };
  return Object.fromEntries(IMAGE_SIZES.map((size) => [size, url(size)])) as Record<ImageSize, string>;
}

/**
 * For whom an address was made and how many seconds it still lasts.
 * @param linkHash of the key that the workout's link has now
 * @throws ApiProblem 403 for one that has expired or was not made here
 */
export function verifySignedUrl(
  context: Signing,
  { id, size }: { id: number; size: ImageSize },
  { until, viewer = '0', signature }: ImageQuery,
  linkHash: Uint8Array | null,
): { audience: Audience; viewerId: number; seconds: number } {
  const key = keyOf(context);
  const given = Buffer.from(signature);
  const at = /^\d{1,12}$/.test(until) ? Number(until) : 0;
  const audience = AUDIENCES.find((audience) => {
    if (audience === 'link' && !linkHash) return false;
    const made = Buffer.from(sign(key, { id, size, until: at, audience, viewer, linkHash }));
    return made.length === given.length && timingSafeEqual(made, given);
  });
  const seconds = at - Math.floor(context.now().getTime() / 1000);
  if (!audience || seconds <= 0)
    throw new ApiProblem(
      403,
      'address_expired',
      'This address of a photo is no longer good. Load the page again.',
    );
  return { audience, viewerId: Number(viewer), seconds };
}
