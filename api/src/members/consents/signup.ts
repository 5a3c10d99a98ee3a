import type { ConsentChoice } from '@waymark/api-contract';
import type { FastifyRequest } from 'fastify';
import type { Trx } from '../../kernel/database/tables.ts';
import type { Context } from '../../kernel/server/context.ts';
import { conflict } from '../../kernel/server/errors.ts';
import { adoptBrowserRefusals } from './adopt-refusals.ts';
import { applyHealthConsent } from './health-data.ts';
import { matrixOf } from './matrix.ts';
import { recordAnswers } from './records.ts';
import { recordSignalWithin } from './record-signal.ts';
import { hasGpc } from './status.ts';
import { findVisitor, readChosenResidence } from './visitor.ts';

/** What a sign-up says about consents. */
export interface SignupConsents {
  country: string;
  state?: string | undefined;
  promotionalPreference: boolean;
  consents?:
    | {
        matrix_id: string;
        matrix_version: number;
        choices: Record<string, ConsentChoice>;
        locale: string;
      }
    | undefined;
}

const matrixFor = ({ env }: Pick<Context, 'env'>, { country, state }: SignupConsents) =>
  matrixOf(env).forResidence({ country, state: state ?? null });

/**
 * A sign-up that names no state is one of the state that was chosen in this browser. Where an address is says nothing: a
 * guess would pass for what the member said. Answers say by their form which region they are for.
 */
export function withState<T extends SignupConsents>(body: T, request: FastifyRequest): T {
  if (body.state !== undefined || body.consents) return body;
  const chosen = readChosenResidence(request);
  return chosen?.country === body.country && chosen.state !== null ? { ...body, state: chosen.state } : body;
}

/** @throws ApiProblem for answers to another region's or an older form */
export function checkSignupConsents(context: Pick<Context, 'env'>, body: SignupConsents): void {
  const matrix = matrixFor(context, body);
  const { consents } = body;
  if (consents && (consents.matrix_id !== matrix.id || consents.matrix_version !== matrix.version))
    throw conflict(
      'matrix_outdated',
      'What is asked for has changed since this page was opened. Load the page again.',
    );
}

/**
 * Records what a new member agreed to: signing up itself accepts what an account needs, and whatever else was on the
 * form is as they answered it. What was not on the form is as they refused it in this browser before, or unanswered.
 */
export async function recordSignupConsents(
  db: Trx,
  context: Context,
  userId: number,
  body: SignupConsents,
  request: FastifyRequest,
): Promise<void> {
  const matrix = matrixFor(context, body);
  const locale = body.consents?.locale ?? 'en-us';
  const required = matrix.consents.filter(({ kind }) => kind === 'required').map(({ id }) => id);
  await recordAnswers(
    db,
    context,
    { userId },
    {
      matrix,
      choices: {
        marketing_email: body.promotionalPreference ? 'accepted' : 'declined',
        ...body.consents?.choices,
        ...Object.fromEntries(required.map((id) => [id, 'accepted' as const])),
      },
      locale,
      screen: 'auth/signup',
      source: 'signup',
      hasGpc: hasGpc(request),
    },
  );
  const inTransaction = { ...context, db };
  await recordSignalWithin(inTransaction, { userId }, { request, locale });
  const visitor = await findVisitor(inTransaction, request);
  if (visitor) await adoptBrowserRefusals(inTransaction, userId, { visitor, at: 'signup', locale });
  await applyHealthConsent(inTransaction, userId);
}
