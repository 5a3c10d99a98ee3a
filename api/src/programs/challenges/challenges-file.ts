import { ChallengeInput, ChallengePartner } from '@waymark/api-contract';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Context } from '../../kernel/server/context.ts';
import type { ApiProblem } from '../../kernel/server/errors.ts';
import { checkInput, insertChallenge } from './manage-challenges.ts';

const File = z.array(
  ChallengeInput.omit({ audience: true, group_id: true })
    .extend({
      /** Says which challenge of the database it is; one with a new key is a new challenge. */
      key: z.string().regex(/^[\w-]{1,60}$/, 'has letters, digits, hyphens and underscores, at most 60.'),
      partner: ChallengePartner.nullable().default(null),
    })
    .strict(),
);
type FileChallenge = z.output<typeof File>[number];

/** @throws Error naming what is wrong in the file */
export function readChallengesFile(file: string): FileChallenge[] {
  const fail = (what: string) => new Error(`CHALLENGES_FILE: ${file} ${what}`);
  let value: unknown;
  try {
    // Editors may put a byte order mark before the text.
    value = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    throw fail(`cannot be read: ${(error as Error).message}`);
  }
  const parsed = File.safeParse(value);
  if (!parsed.success)
    throw fail(
      parsed.error.issues
        .map(({ path: [index, ...field], message }) =>
          index === undefined ? message : `challenge ${Number(index) + 1}, ${field.join('.')}: ${message}`,
        )
        .join('; '),
    );
  const keys = parsed.data.map(({ key }) => key);
  const twice = keys.find((key, i) => keys.indexOf(key) < i);
  if (twice !== undefined) throw fail(`has two challenges with the key ${twice}.`);
  for (const challenge of parsed.data)
    try {
      checkInput({ ...challenge, audience: 'everyone', group_id: null });
    } catch (error) {
      const { diagnostics = {}, message } = error as ApiProblem;
      throw fail(`${[challenge.key, ...Object.keys(diagnostics)].join(', ')}: ${message}`);
    }
  return parsed.data;
}

/**
 * Brings the challenges of the operators' file into the database, at each start. Those that are there take over texts,
 * prizes and partner, with all months of a series that are not final; what they count stays, as members have joined them
 * by it.
 */
export async function takeUpFile({ db, env, newId, now }: Context): Promise<void> {
  if (!env.CHALLENGES_FILE) return;
  for (const { key, partner, ...challenge } of readChallengesFile(env.CHALLENGES_FILE))
    await db.transaction().execute(async (trx) => {
      const { title, description, rules_text, prizes } = challenge;
      const known = await trx
        .selectFrom('challenges')
        .select('series_id')
        .where('source_key', '=', key)
        .executeTakeFirst();
      if (known)
        await trx
          .updateTable('challenges')
          .set({
            title,
            description,
            rules_text,
            prizes: JSON.stringify(prizes),
            partner: partner && JSON.stringify(partner),
          })
          .where('series_id', '=', known.series_id)
          .where('frozen_at', 'is', null)
          .execute();
      else
        await insertChallenge(
          trx,
          { ...challenge, audience: 'everyone', group_id: null },
          { id: newId(), ownerId: null, sourceKey: key, partner, at: now() },
        );
    });
}
