import type { FastifyRequest } from 'fastify';

const WEAK = /^W\//;

/**
 * Whether the caller holds the version that a strong entity tag names. Compared as RFC 9110 says for `If-None-Match`:
 * whoever compresses an answer on its way, as the edge does, makes its tag weak, and the caller sends that one back.
 */
export function hasEntityTag({ headers }: Pick<FastifyRequest, 'headers'>, tag: string): boolean {
  return (headers['if-none-match'] ?? '').split(',').some((one) => {
    const given = one.trim();
    return given === '*' || given.replace(WEAK, '') === tag;
  });
}
