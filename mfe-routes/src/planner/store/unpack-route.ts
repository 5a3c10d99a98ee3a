/** In a chunk of its own: a new route needs none of it. */
export { unpackRoute } from '@waymark/routes';
