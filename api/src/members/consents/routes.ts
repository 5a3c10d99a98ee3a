import {
  consentCalls,
  type ConsentMatrix,
  type ConsentStatus,
  consentServiceCalls,
  type ConsentUpdate,
} from '@waymark/api-contract';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../kernel/database/tables.ts';
import { COUNTRY_CODES } from '../geo/countries.ts';
import type { Context } from '../../kernel/server/context.ts';
import { conflict, invalid, notFound } from '../../kernel/server/errors.ts';
import { acquireMemberLock } from '../member-lock.ts';
import { countMember } from '../../kernel/server/member-limit.ts';
import { type Handled, route } from '../../kernel/server/route.ts';
import { adoptBrowserRefusals } from './adopt-refusals.ts';
import { applyHealthConsent } from './health-data.ts';
import { BROWSER_CONSENTS, matrixOf, omitUnusedConsents } from './matrix.ts';
import { protectYoungMember } from './protect-young-members.ts';
import { recordAnswers } from './records.ts';
import { recordSignal } from './record-signal.ts';
import { findAskedConsents, findConsentStatus, findPerson, hasGpc } from './status.ts';
import {
  createVisitor,
  findSubject,
  findVisitor,
  moveLegacyAnswers,
  rememberResidence,
  rememberVisitor,
} from './visitor.ts';

const HISTORY_LIMIT = 500;
/** Answers are kept for good: more than anybody decides in a day, from wherever. */
const ANSWERS_OF_MEMBER = [{ max: 100, windowSeconds: 86_400 }];
/** Pages ask once each; those of a whole office may come from one address. */
export const STATUS_LIMIT = { max: 300, windowSeconds: 60 };

async function answerStatus({
  context,
  caller,
  request,
  reply,
  query,
}: Handled<typeof consentCalls.status | typeof consentServiceCalls.status>): Promise<ConsentStatus> {
  const said = { country: query.country, state: query.state };
  const locale = query.user_locale ?? 'en-us';
  const visitor = await findVisitor(context, request);
  if (caller && visitor)
    await context.db
      .transaction()
      .execute((trx) =>
        adoptBrowserRefusals({ ...context, db: trx }, caller.userId, { visitor, at: 'login', locale }),
      );
  const subject = caller ? { userId: caller.userId } : visitor;
  moveLegacyAnswers(reply, context, visitor);
  if (subject) await recordSignal(context, subject, { said, request, locale });
  return findConsentStatus(context, subject, said, request);
}

function findMatrix({ env }: Context, id: string): ConsentMatrix {
  const matrix = matrixOf(env).find(id);
  if (!matrix) throw notFound('consent matrix');
  return omitUnusedConsents(matrix, env);
}

export const matrixHandler = route<typeof consentCalls.matrix>({
  call: consentCalls.matrix,
  access: 'anyone',
  lenient: true,
  handler: ({ context, params }) => Promise.resolve(findMatrix(context, params.id)),
});

export const statusHandler = route<typeof consentCalls.status>({
  call: consentCalls.status,
  access: 'anyone',
  lenient: true,
  limit: STATUS_LIMIT,
  handler: answerStatus,
});

export const serviceMatrixHandler = route<typeof consentServiceCalls.matrix>({
  call: consentServiceCalls.matrix,
  access: 'anyone',
  lenient: true,
  handler: ({ context, params }) => Promise.resolve(findMatrix(context, params.id)),
});

export const serviceStatusHandler = route<typeof consentServiceCalls.status>({
  call: consentServiceCalls.status,
  access: 'anyone',
  lenient: true,
  limit: STATUS_LIMIT,
  handler: answerStatus,
});

/** @throws ApiProblem for answers to another matrix, to nothing that is asked for, or against what an account needs */
function checkAnswers(update: ConsentUpdate, matrix: ConsentMatrix, isMember: boolean): void {
  if (update.matrix_id !== matrix.id || update.matrix_version !== matrix.version)
    throw conflict(
      'matrix_outdated',
      'What is asked for has changed since this page was opened. Read it again, then answer.',
    );
  const kinds = new Map(matrix.consents.map(({ id, kind }) => [id, kind]));
  const unknown = Object.keys(update.choices).filter((id) => !kinds.has(id));
  if (unknown.length > 0)
    throw invalid({ choices: unknown.map((id) => `Nothing called "${id}" is asked for in this region.`) });
  const isRefused = Object.entries(update.choices).some(
    ([id, choice]) => choice === 'declined' && kinds.get(id) === 'required',
  );
  if (isMember && isRefused)
    throw conflict(
      'consent_required',
      'An account does not work without this. Keep it, or take your data along and delete the account.',
    );
}

/** The region that the member confirmed counts from now on. A country named without a state forgets that of another. */
async function storeResidence(
  trx: Transaction<Database>,
  userId: number,
  update: ConsentUpdate,
  now: Date,
): Promise<void> {
  const { country, state } = update;
  if (country === undefined && state === undefined) return;
  await trx
    .updateTable('users')
    .set({
      ...(country !== undefined && { gdpr_iso_code: country }),
      us_state: state ?? sql<string | null>`case when gdpr_iso_code = ${country} then us_state end`,
      updated_at: now,
    })
    .where('id', '=', userId)
    .execute();
}

export const updateHandler = route<typeof consentCalls.update>({
  call: consentCalls.update,
  access: 'anyone',
  limit: { max: 60, windowSeconds: 600 },
  async handler({ context, caller, request, reply, body }) {
    const { db, env, now } = context;
    if (caller) countMember(request, 'consents', caller.userId, ANSWERS_OF_MEMBER);
    if (body.country !== undefined && !COUNTRY_CODES.has(body.country))
      throw invalid({ country: ['Select a valid choice. There is no such country.'] });
    const subject = (await findSubject(context, caller, request)) ?? createVisitor();
    const said = { country: body.country, state: body.state };
    const person = await findPerson(context, subject, said, request);
    const matrix = findAskedConsents(env, person);
    const hasChoices = Object.keys(body.choices).length > 0;
    const browserRefusals = Object.entries(body.choices).filter(
      ([id, choice]) => choice === 'declined' && BROWSER_CONSENTS.has(id),
    );
    // What a member refuses in a browser stays refused there after they log out.
    const visitor =
      caller && browserRefusals.length > 0
        ? ((await findVisitor(context, request)) ?? createVisitor())
        : null;
    if (hasChoices) checkAnswers(body, matrix, caller !== null);
    await db.transaction().execute(async (trx) => {
      if (caller) {
        await acquireMemberLock(trx, caller.userId);
        await storeResidence(trx, caller.userId, body, now());
        await protectYoungMember({ ...context, db: trx }, caller.userId);
      }
      const answers = {
        matrix,
        choices: body.choices,
        locale: body.locale,
        screen: body.screen,
        source: 'form' as const,
        hasGpc: hasGpc(request),
      };
      await recordAnswers(trx, context, subject, answers);
      if (visitor)
        await recordAnswers(trx, context, visitor, {
          ...answers,
          choices: Object.fromEntries(browserRefusals),
        });
      if (!caller) return;
      await applyHealthConsent({ ...context, db: trx }, caller.userId);
    });
    if (hasChoices) rememberVisitor(reply, context, visitor ?? subject);
    if (body.country !== undefined || body.state !== undefined)
      rememberResidence(reply, context, person.residence);
    return findConsentStatus(context, subject, caller ? {} : said, request);
  },
});

export const historyHandler = route<typeof consentCalls.history>({
  call: consentCalls.history,
  access: 'member',
  async handler({ context, caller }) {
    const records = await context.db
      .selectFrom('consent_records as answer')
      .leftJoin('consent_wordings as wording', 'wording.text_hash', 'answer.text_hash')
      .select([
        'consent_id',
        'choice',
        'matrix_id',
        'matrix_version',
        'locale',
        'screen',
        'source',
        'recorded_at',
        'title',
        'text',
        'consequence',
      ])
      .where('user_id', '=', caller!.userId)
      .orderBy('id', 'desc')
      .limit(HISTORY_LIMIT)
      .execute();
    return {
      records: records.map(({ recorded_at, title, text, consequence, ...record }) =>
        Object.assign(record, {
          wording:
            title !== null && text !== null && consequence !== null ? { title, text, consequence } : null,
          recorded_datetime: recorded_at.toISOString(),
        }),
      ),
    };
  },
});
