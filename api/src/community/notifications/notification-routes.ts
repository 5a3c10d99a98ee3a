import { notificationCalls } from '@waymark/api-contract';
import { notFound } from '../../kernel/server/errors.ts';
import { route } from '../../kernel/server/route.ts';
import { presentGroups, readCount, readGroups, removeGroup } from './read-notifications.ts';

const PATH = '/v7.1/notification/';

export const listHandler = route<typeof notificationCalls.list>({
  call: notificationCalls.list,
  access: 'member',
  async handler({ context: { db, now }, caller, query }) {
    const { limit } = query;
    const before = query.before ?? null;
    const { rows, total, unread } = await readGroups(db, caller!.userId, { before, limit: limit + 1 }, now());
    const page = rows.slice(0, limit);
    const at = (place: number | null) => [
      { href: `${PATH}?limit=${limit}${place === null ? '' : `&before=${place}`}` },
    ];
    return {
      _links: { self: at(before), ...(rows.length > limit && { next: at(page.at(-1)!.id) }) },
      _embedded: { notifications: await presentGroups(db, caller!.userId, page, now()) },
      unread_count: unread,
      total_count: total,
    };
  },
});

export const countHandler = route<typeof notificationCalls.count>({
  call: notificationCalls.count,
  access: 'member',
  handler: ({ context: { db, now }, caller }) => readCount(db, caller!.userId, now()),
});

export const markReadHandler = route<typeof notificationCalls.markRead>({
  call: notificationCalls.markRead,
  access: 'member',
  async handler({ context: { db, now }, caller, body }) {
    await db
      .updateTable('notification_causes')
      .set({ read_at: now() })
      .where('user_id', '=', caller!.userId)
      .where('id', '<=', body.until)
      .where('read_at', 'is', null)
      .execute();
    return readCount(db, caller!.userId, now());
  },
});

/** Removes a notification with all causes that it shows. */
export const removeHandler = route<typeof notificationCalls.remove>({
  call: notificationCalls.remove,
  access: 'member',
  async handler({ context: { db, now }, caller, params }) {
    const { userId } = caller!;
    const { rows } = await readGroups(db, userId, { before: params.id + 1, limit: 1 }, now());
    const group = rows.find(({ id }) => id === params.id);
    if (!group) throw notFound('notification');
    await removeGroup(db, userId, group);
    return undefined;
  },
});
