import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Pages of other origins read calls with `isCrossOrigin`, as visitors do. Cookies and tokens stay out: the wildcard allows no
 * credentials, `authorization` is not among the headers, and an answer to a member carries no permission.
 */

/** What other pages may send: the name of their client. */
const REQUEST_HEADERS = 'api-key';
/** As long as browsers remember it at most: Chromium takes two hours. */
const MAX_AGE_SECONDS = 7200;

export const letOtherOriginsRead = (reply: FastifyReply): FastifyReply =>
  reply.header('access-control-allow-origin', '*');

/** What a browser asks before it sends a header of the page's own. It says the same to everyone, and reads nothing. */
export const answerPreflight = (_request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  letOtherOriginsRead(reply)
    .code(204)
    .headers({
      'access-control-allow-methods': 'GET',
      'access-control-allow-headers': REQUEST_HEADERS,
      'access-control-max-age': MAX_AGE_SECONDS,
    })
    .send();
