import type { FastifyRequest } from 'fastify';

const opaqueTag = (tag: string): string => tag.replace(/^W\//, '');

/**
 * Whether the caller holds the version that an entity tag names. Weak and strong tags are compared alike, as RFC 9110 says
 * for `If-None-Match`: whoever compresses an answer on its way, as the edge does, makes its tag weak, and the caller sends
 * that one back.
 */
export function hasEntityTag({ headers }: Pick<FastifyRequest, 'headers'>, tag: string): boolean {
  return (headers['if-none-match'] ?? '').split(',').some((one) => {
    const given = one.trim();
    return given === '*' || opaqueTag(given) === opaqueTag(tag);
  });
}
