import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../kernel/server/context.ts';
import { COUNTRY_CODES } from '../geo/countries.ts';
import { readCookie, removeCookie, setCookie } from '../../kernel/server/cookies.ts';
import type { Caller } from '../../kernel/server/route.ts';
import type { Residence } from './matrix.ts';
import { hasAnswers, type Subject } from './records.ts';

/** Where the person at this browser said that they live: a country or, with a state, such as US-CA. */
const REGION_COOKIE = 'wm_region';
/** Finds the answers of a visitor's browser again. It is set with the first answer and serves nothing else. */
const CHOICES_COOKIE = 'wm_choices';
/** Until this version the id of the statistics found the answers; they are kept under it. */
const LEGACY_COOKIE = 'wm_device';
const KEY = /^[\w-]{8,64}$/;
const DAY_SECONDS = 86_400;

function readKey(request: FastifyRequest, name: string): string | null {
  const key = readCookie(request, name);
  return key !== undefined && KEY.test(key) ? key : null;
}

/** Whoever answered in this browser without an account; null before any answer. */
export async function findVisitor(
  { db }: Pick<Context, 'db'>,
  request: FastifyRequest,
): Promise<Subject | null> {
  const visitorKey = readKey(request, CHOICES_COOKIE);
  if (visitorKey !== null) return { visitorKey };
  const legacyKey = readKey(request, LEGACY_COOKIE);
  const legacy = legacyKey !== null && { visitorKey: legacyKey };
  return legacy && (await hasAnswers(db, legacy)) ? legacy : null;
}

/** Whose answers hold for a call: those of the member, else those that were given in this browser; null before any. */
export const findSubject = async (
  context: Pick<Context, 'db'>,
  caller: Caller | null,
  request: FastifyRequest,
): Promise<Subject | null> => (caller ? { userId: caller.userId } : await findVisitor(context, request));

/** A visitor who answers for the first time. */
export const createVisitor = (): Subject => ({ visitorKey: randomBytes(16).toString('base64url') });

/** Lets the browser keep the key for as long as the answers are kept; without effect for members. */
export function rememberVisitor(reply: FastifyReply, { env }: Pick<Context, 'env'>, subject: Subject): void {
  if (!('visitorKey' in subject)) return;
  const { visitorKey } = subject;
  setCookie(reply, env, {
    name: CHOICES_COOKIE,
    value: visitorKey,
    maxAgeSeconds: env.VISITOR_CONSENTS_DAYS * DAY_SECONDS,
  });
  if (readKey(reply.request, LEGACY_COOKIE) === visitorKey) removeCookie(reply, env, LEGACY_COOKIE);
}

/** Moves answers that are still found by the id of the statistics to the cookie of their own. */
export function moveLegacyAnswers(
  reply: FastifyReply,
  context: Pick<Context, 'env'>,
  subject: Subject | null,
): void {
  if (subject && readKey(reply.request, CHOICES_COOKIE) === null) rememberVisitor(reply, context, subject);
}

/** Where the person at this browser said that they live; null before they did. */
export function readChosenResidence(request: Pick<FastifyRequest, 'headers'>): Residence | null {
  const [, country, state = null] =
    /^([A-Z]{2})(?:-([A-Z]{2}))?$/.exec(readCookie(request, REGION_COOKIE) ?? '') ?? [];
  return country !== undefined && COUNTRY_CODES.has(country) ? { country, state } : null;
}

/** Whoever said where they live is not guessed at again in this browser. */
export function rememberResidence(
  reply: FastifyReply,
  { env }: Pick<Context, 'env'>,
  { country, state }: Residence,
): void {
  if (country === null) return;
  setCookie(reply, env, {
    name: REGION_COOKIE,
    value: state === null ? country : `${country}-${state}`,
    maxAgeSeconds: env.VISITOR_CONSENTS_DAYS * DAY_SECONDS,
  });
}
