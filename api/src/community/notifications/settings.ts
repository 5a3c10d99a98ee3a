import {
  NOTIFICATION_KINDS,
  notificationCalls,
  type NotificationKind,
  type NotificationSettings,
} from '@waymark/api-contract';
import { allowMail, wantsMail } from '../../members/email-preferences/preferences.ts';
import type { Db } from '../../kernel/database/tables.ts';
import { route } from '../../kernel/server/route.ts';
import { NOTIFICATION_RULES } from './notification-rules.ts';
import type { Channels } from './tables.ts';

const DEFAULTS: Channels = { in_app: true, email: true, push: true };
export async function readSettings(db: Db, userId: number): Promise<NotificationSettings> {
  const [row, isWanted] = await Promise.all([
    db
      .selectFrom('notification_settings')
      .select(['kinds', 'email_digest'])
      .where('user_id', '=', userId)
      .executeTakeFirst(),
    wantsMail(db, userId, 'social'),
  ]);
  const kinds = Object.fromEntries(
    NOTIFICATION_KINDS.map((kind) => [
      kind,
      { ...DEFAULTS, ...NOTIFICATION_RULES[kind].channels, ...row?.kinds[kind] },
    ]),
  ) as NotificationSettings['kinds'];
  // Stopped by the link of a mail.
  return { kinds, email_digest: isWanted ? (row?.email_digest ?? 'off') : 'off' };
}

/** Kinds that a member is told of in the product. */
export const enabledKinds = ({ kinds }: NotificationSettings): NotificationKind[] =>
  NOTIFICATION_KINDS.filter((kind) => kinds[kind].in_app);

export const settingsHandler = route<typeof notificationCalls.settings>({
  call: notificationCalls.settings,
  access: 'member',
  handler: ({ context, caller }) => readSettings(context.db, caller!.userId),
});

export const updateSettingsHandler = route<typeof notificationCalls.updateSettings>({
  call: notificationCalls.updateSettings,
  access: 'member',
  async handler({ context: { db }, caller, body }) {
    const { userId } = caller!;
    return db.transaction().execute(async (trx) => {
      await trx
        .insertInto('notification_settings')
        .values({ user_id: userId, kinds: '{}', email_digest: 'off' })
        .onConflict((on) => on.doNothing())
        .execute();
      const row = await trx
        .selectFrom('notification_settings')
        .select(['kinds', 'email_digest'])
        .where('user_id', '=', userId)
        .forUpdate()
        .executeTakeFirstOrThrow();
      const kinds = { ...row.kinds };
      for (const [kind, channels] of Object.entries(body.kinds ?? {}) as [
        NotificationKind,
        Partial<Channels> | undefined,
      ][])
        kinds[kind] = { ...kinds[kind], ...channels };
      await trx
        .updateTable('notification_settings')
        .set({ kinds: JSON.stringify(kinds), email_digest: body.email_digest ?? row.email_digest })
        .where('user_id', '=', userId)
        .execute();
      if (body.email_digest === 'daily' || body.email_digest === 'weekly')
        await allowMail(trx, userId, 'social');
      return readSettings(trx, userId);
    });
  },
});
