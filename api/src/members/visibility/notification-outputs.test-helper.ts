import type { NotificationCount, NotificationEvent, NotificationList, Privacy } from '@waymark/api-contract';
import { LEVELS, type Owner, type World } from '../../testing/hostile/world.ts';
import { sendDigest } from '../../community/notifications/digest.ts';
import type { PushRequest } from '../../community/notifications/push-service.test-helper.ts';
import { sendDuePushes } from '../../community/notifications/send-pushes.ts';
import { sentenceOf } from '../../community/notifications/sentence.ts';
import { openEventStream } from '../../testing/event-stream.ts';
import { until } from '../../testing/mail.ts';
import { RUN } from '../../training/workouts/testing.ts';
import { isListed, type Standing, type Viewer, type Witness } from './standing.test-helper.ts';

interface Cause {
  /** Parts of the sentence in which list, mail and push tell of it. */
  sentence(this: void, marker: string): readonly string[];
  isTold(this: void, standing: Standing, level: Privacy): boolean;
}

/** What a viewer may be told of an owner. */
const CAUSES: Record<string, Cause> = {
  'the request': {
    sentence: (marker) => [`${marker} wants to be your friend`],
    isTold: (standing) => standing === 'pending',
  },
  'a comment of the owner on a post of the viewer': {
    sentence: (marker) => [`${marker} commented`],
    isTold: (standing) => standing !== 'blocked' && standing !== 'self',
  },
  'an answer of the witness at the owner’s workout': {
    sentence: (marker) => [`Witness replied to your comment: “${marker}`],
    isTold: isListed,
  },
  'a mention by the owner at their workout': {
    sentence: (marker) => [`${marker} mentioned you in a comment: “@`, ` ${marker}`],
    isTold: (standing, level) => standing !== 'self' && isListed(standing, level),
  },
};
const toldBy = (sentences: readonly string[], owners: readonly Owner[]): string[] =>
  owners.flatMap(({ level, marker }) =>
    Object.entries(CAUSES)
      .filter(([, { sentence }]) =>
        sentences.some((text) => sentence(marker).every((part) => text.includes(part))),
      )
      .map(([about]) => `level ${level}, ${about}`),
  );
const expectedOf = (standing: Standing, owners: readonly Owner[]): string[] =>
  owners.flatMap(({ level }) =>
    Object.entries(CAUSES)
      .filter(([, { isTold }]) => isTold(standing, level))
      .map(([about]) => `level ${level}, ${about}`),
  );

/**
 * What the viewer would be told of if nothing kept it back, in place of what was there before. A mention is written as
 * the owner does it; answer and comment are stored whatever the relation, as those of a time when the viewer saw more.
 */
async function causeAll({ api }: World, viewer: Viewer, witness: Witness, owners: readonly Owner[]) {
  const { context } = api;
  await context.db
    .deleteFrom('notification_causes')
    .where('user_id', '=', viewer.userId)
    .where('kind', '<>', 'friend_request')
    .execute();
  for (const { call, member, recorded, level, marker } of owners) {
    const written = { type: 'comment', text: `@${viewer.username} ${marker}` };
    await call('POST', '/activity_story/', {
      verb: 'comment',
      parent_story_id: recorded.id,
      object: written,
    });
    const common = { mentions: [], unmentioned: [], isNew: true, at: context.now() };
    await context.db.transaction().execute(async (trx) => {
      await context.publish(trx, 'storyCommented', {
        ...common,
        storyId: recorded.id,
        ownerId: member.userId,
        privacy: level,
        commentId: context.newId(),
        actorId: witness.userId,
        answeredId: viewer.userId,
      });
      await context.publish(trx, 'storyCommented', {
        ...common,
        storyId: viewer.posts[level],
        ownerId: viewer.userId,
        privacy: 3,
        commentId: context.newId(),
        actorId: member.userId,
        answeredId: null,
      });
    });
  }
}

async function readDigest({ api: { context } }: World, { userId, email }: Viewer): Promise<string[]> {
  const { db } = context;
  const choose = (email_digest: 'daily' | 'off') => {
    const settings = { email_digest, digest_day: null };
    return db
      .insertInto('notification_settings')
      .values({ user_id: userId, kinds: '{}', ...settings })
      .onConflict((on) => on.column('user_id').doUpdateSet(settings))
      .execute();
  };
  await db.deleteFrom('mailbox').where('recipient', '=', email).execute();
  await choose('daily');
  await sendDigest(context, userId);
  // The hourly round sends this member nothing meanwhile.
  await choose('off');
  const mails = await db.selectFrom('mailbox').select('text').where('recipient', '=', email).execute();
  return mails.flatMap(({ text }) => text.split('\n\n'));
}

async function readPushes(
  { api }: World,
  { browser }: Viewer,
  received: readonly PushRequest[],
): Promise<string[]> {
  const before = received.length;
  await sendDuePushes(api.context);
  return received
    .slice(before)
    .filter(({ path }) => browser.endpoint.endsWith(path))
    .map(({ body }) => (browser.decrypt(body) as { body: string }).body);
}

/** The newest story of the owners that the home feed of a viewer would show. */
async function expectedLatest({ api }: World, standing: Standing, owners: readonly Owner[]): Promise<number> {
  if (standing !== 'friend') return 0;
  const stories = await api.context.db
    .selectFrom('stories')
    .select(['position', 'privacy'])
    .where(
      'user_id',
      'in',
      owners.map(({ member }) => member.userId),
    )
    .where('is_hidden_from_feed', '=', false)
    .where('removed_at', 'is', null)
    .execute();
  return Math.max(
    0,
    ...stories.filter(({ privacy }) => isListed('friend', privacy)).map(({ position }) => position),
  );
}

/** What is announced of each owner alone: a mute of the others leaves their stories out. */
async function problemsOfNewest(
  world: World,
  viewer: Viewer,
  standing: Standing,
  step: string,
): Promise<string[]> {
  const { db, now } = world.api.context;
  const problems: string[] = [];
  for (const level of LEVELS) {
    const owner = world.owners[level];
    await db
      .insertInto('mutes')
      .values(
        LEVELS.filter((other) => other !== level).map((other) => ({
          user_id: viewer.userId,
          muted_id: world.owners[other].member.userId,
          until: null,
          created_at: now(),
        })),
      )
      .execute();
    const expected = await expectedLatest(world, standing, [owner]);
    const stream = await openEventStream(world.api, viewer.token, '?seconds=0');
    const { latest_story } = (await stream.next())!.event;
    if (latest_story !== expected)
      problems.push(
        `${step}, level ${level}: a new stream names story ${latest_story} instead of ${expected}`,
      );
    const newer = await viewer.call<{ count: number }>(
      'GET',
      '/activity_story/newer/?since=1&feed_view=friends',
    );
    if (newer.body.count > 0 !== expected > 0)
      problems.push(`${step}, level ${level}: ${newer.body.count} new stories are announced`);
    await db.deleteFrom('mutes').where('user_id', '=', viewer.userId).execute();
  }
  return problems;
}

/** Stories for others to come last: a stream that told of one would name it in place of those it may name. */
const PUBLISHED: readonly Privacy[] = [1, 3, 6, 0];

/**
 * What list, count, stream, mail and browser tell a viewer of the owners, against the policy.
 * @param owners the viewer alone where it is about their own things
 */
export async function problemsOfNotifications(
  world: World,
  viewer: Viewer,
  witness: Witness,
  received: readonly PushRequest[],
  { standing, step, owners }: { standing: Standing; step: string; owners: readonly Owner[] },
): Promise<string[]> {
  const { db } = world.api.context;
  const problems: string[] = [];
  const expected = expectedOf(standing, owners);
  const compare = (output: string, told: readonly string[]) => {
    for (const about of told)
      if (!expected.includes(about)) problems.push(`${step}: ${output} tells ${about}`);
    for (const about of expected)
      if (!told.includes(about)) problems.push(`${step}: ${output} keeps back ${about}`);
  };
  const stream = await openEventStream(world.api, viewer.token);
  const events: NotificationEvent[] = [(await stream.next())!.event];
  const listening = (async () => {
    for (let next = await stream.next(); next; next = await stream.next()) events.push(next.event);
  })().catch((error: unknown) => {
    if (!(error instanceof DOMException)) throw error;
  });
  for (const level of PUBLISHED) {
    const { call, marker } = world.owners[level];
    // Whoever is suspended or leaves publishes nothing.
    await call('POST', '/workout/', { ...RUN, name: marker, start_datetime: new Date().toISOString() });
  }
  await causeAll(world, viewer, witness, owners);

  const { body: list } = await viewer.call<NotificationList>('GET', '/notification/?limit=50');
  compare('the list', toldBy(list._embedded.notifications.map(sentenceOf), owners));
  const { body: count } = await viewer.call<NotificationCount>('GET', '/notification/count/');
  const counts = [list.total_count, list.unread_count, count.unread_count];
  if (counts.some((n) => n !== expected.length))
    problems.push(`${step}: counts ${counts.join(', ')} instead of ${expected.length}`);
  compare('the digest', toldBy(await readDigest(world, viewer), owners));
  compare('the push', toldBy(await readPushes(world, viewer, received), owners));

  // A change that is announced in any case: what was stored before it has been announced by then.
  const { friends_version: version } = events[0]!;
  await db
    .insertInto('friend_counts')
    .values({ user_id: viewer.userId, friends: 0, requests: 0, version: version + 1 })
    .onConflict((on) => on.column('user_id').doUpdateSet({ version: version + 1 }))
    .execute();
  const last = await until('the stream announces the change', () =>
    Promise.resolve(events.find(({ friends_version }) => friends_version > version)),
  );
  // Nobody is told of their own stories.
  const latest =
    standing === 'self' ? events[0]!.latest_story : await expectedLatest(world, standing, owners);
  const named = Math.max(...events.map(({ latest_story }) => latest_story));
  if (named !== latest) problems.push(`${step}: the stream names story ${named} instead of ${latest}`);
  if (last.unread_count !== expected.length)
    problems.push(`${step}: the stream counts ${last.unread_count} instead of ${expected.length}`);
  stream.close();
  await listening;
  // Nobody mutes themselves.
  if (standing === 'self') return problems;
  return [...problems, ...(await problemsOfNewest(world, viewer, standing, step))];
}
