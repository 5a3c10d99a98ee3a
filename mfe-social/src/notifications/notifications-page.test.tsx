import type { Notification, NotificationList } from '@waymark/api-contract';
import { MODERATION_OUTCOMES, NOTIFICATION_KINDS, NOTIFICATION_WORDS } from '@waymark/api-contract';
import { sampleActor } from '@waymark/social/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openPage, UNAVAILABLE } from '../testing/open-page.tsx';

const LIST = 'GET /notification/?limit=20';
const sample = (over: Partial<Notification> = {}): Notification => ({
  id: 500,
  kind: 'like',
  actors: [sampleActor()],
  actor_count: 5,
  object: { type: 'story', id: 900, text: 'Morning run' },
  is_read: false,
  created_datetime: '2026-11-20T13:00:00.000Z',
  _links: { page: [{ href: '/workout/101' }] },
  ...over,
});
const list = (notifications: Notification[], unread = notifications.length): NotificationList => ({
  _links: {},
  _embedded: { notifications },
  unread_count: unread,
  total_count: notifications.length,
});

it('says who did what, groups many, and leads to it', async () => {
  openPage('/notifications', {
    [LIST]: list([
      sample(),
      sample({
        id: 499,
        kind: 'friend_request',
        actor_count: 1,
        object: null,
        is_read: true,
        _links: { page: [{ href: '/people/friends?tab=requests' }] },
      }),
    ]),
    'POST /notification/read/': { unread_count: 0, latest: 500 },
  });
  const like = await screen.findByRole('link', { name: 'Ana Ridge and 4 others liked what you shared' });
  expect(like.getAttribute('href')).toBe('/workout/101');
  const asked = screen.getByRole('link', { name: 'Ana Ridge wants to be your friend' });
  expect(asked.getAttribute('href')).toBe('/people/friends?tab=requests');
  expect(screen.getAllByText('(new)')).toHaveLength(1);
});

it('[CHAL-04] says that a plan was adapted, with its name, and leads to it', async () => {
  openPage('/notifications', {
    [LIST]: list([
      sample({
        kind: 'training_plan',
        actors: [],
        actor_count: 0,
        object: { type: 'training_plan', id: 61, text: 'First 5 km' },
        _links: { page: [{ href: '/training-plans/started/61' }] },
      }),
    ]),
    'POST /notification/read/': { unread_count: 0, latest: 500 },
  });
  const row = await screen.findByRole('link', { name: 'Your training plan was adapted after your break' });
  expect(row.getAttribute('href')).toBe('/training-plans/started/61');
  expect(screen.getByText('First 5 km')).toBeTruthy();
});

it('[SOC-02] each kind says what mails and pushes say; one that this page does not know is left out', async () => {
  const parts = NOTIFICATION_KINDS.flatMap((kind) =>
    MODERATION_OUTCOMES.flatMap((outcome) =>
      (['story', 'group'] as const).flatMap((type) =>
        [1, 5].map((actor_count) => ({ kind, outcome, actor_count, object: { type, id: 70, text: 'Lake' } })),
      ),
    ),
  );
  const unknown = sample({ id: 1, kind: 'of_tomorrow' as 'like' });
  openPage('/notifications', {
    [LIST]: list([...parts.map((over, n) => sample({ id: 500 - n, ...over })), unknown]),
    'POST /notification/read/': { unread_count: 0, latest: 500 },
  });
  await screen.findAllByText('Lake');
  const rows = screen.getAllByRole('link', { name: /^(?:Ana Ridge|A moderator|Your) / });
  expect(rows.map(({ textContent }) => textContent)).toEqual(
    parts.map((part) =>
      NOTIFICATION_WORDS[part.kind]
        .sentence(part)
        .replace('<0/>', part.actor_count > 1 ? 'Ana Ridge and 4 others' : 'Ana Ridge'),
    ),
  );
  expect(screen.getAllByRole('listitem')).toHaveLength(parts.length);
});

it('what is looked at is read, once, up to the newest', async () => {
  const host = openPage('/notifications', {
    [LIST]: list([sample()]),
    'POST /notification/read/': { unread_count: 0, latest: 500 },
  });
  await waitFor(() =>
    expect(host.calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { until: 500 },
    ]),
  );
});

it('says so while there is nothing, and when it cannot be loaded', async () => {
  let isUp = false;
  openPage('/notifications', {
    [LIST]: () => {
      if (!isUp) throw UNAVAILABLE;
      return list([]);
    },
  });
  await screen.findByText('We couldn’t load your notifications.');
  isUp = true;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('All quiet')).toBeTruthy();
});

it('each kind is switched by itself; what is off on Waymark is off everywhere', async () => {
  const channels = { in_app: true, email: true, push: false };
  const kinds = Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, { ...channels }]));
  const host = openPage('/notifications/settings', {
    'GET /notification_settings/': { kinds, email_digest: 'daily' },
    'GET /push_subscription/': { _embedded: { push_subscriptions: [] }, total_count: 0, server_key: null },
    'GET /feed_address/': { href: null, created_datetime: null },
    'PUT /notification_settings/': ({ body }: { body?: unknown }) => ({
      kinds: { ...kinds, like: { ...channels, ...(body as { kinds: { like: object } }).kinds.like } },
      email_digest: 'daily',
    }),
  });
  const mail = await screen.findByRole('checkbox', { name: 'Likes: E-mail' });
  await userEvent.click(screen.getByRole('checkbox', { name: 'Likes: On Waymark' }));
  expect(host.calls.find(({ method }) => method === 'PUT')?.body).toEqual({
    kinds: { like: { in_app: false } },
  });
  await waitFor(() => expect((mail as HTMLInputElement).disabled).toBe(true));
  expect((mail as HTMLInputElement).checked).toBe(false);
});

it('the private address of the feed is made, shown and turned off on request', async () => {
  const href = 'https://waymark.test/services/main/v7.1/feed/abc/';
  const host = openPage('/notifications/settings', {
    'GET /notification_settings/': () => {
      throw UNAVAILABLE;
    },
    'GET /feed_address/': { href: null, created_datetime: null },
    'POST /feed_address/': { href, created_datetime: '2026-11-20T13:00:00.000Z' },
    'DELETE /feed_address/': undefined,
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Make an address' }));
  const field = await screen.findByRole('textbox', { name: 'Your feed address' });
  expect((field as HTMLInputElement).value).toBe(href);
  await userEvent.click(screen.getByRole('button', { name: 'Turn it off' }));
  expect(await screen.findByRole('button', { name: 'Make an address' })).toBeTruthy();
  expect(host.calls.filter(({ method }) => method !== 'GET').map(({ method }) => method)).toEqual([
    'POST',
    'DELETE',
  ]);
});

it('[SOC-04] older notifications follow on request, from the last one on, also after a failure', async () => {
  const first = sample({ id: 60 });
  let isUp = false;
  const host = openPage('/notifications', {
    [LIST]: { ...list([first]), _links: { next: [{ href: '/v7.1/notification/?limit=20&before=60' }] } },
    'GET /notification/?limit=20&before=60': () => {
      if (!isUp) throw UNAVAILABLE;
      return list([sample({ id: 40, actors: [sampleActor({ id: 14, title: 'Cy' })] })]);
    },
    'POST /notification/read/': { unread_count: 0, latest: 60 },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  await screen.findByText('We couldn’t load more.');
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  isUp = true;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/Cy/)).toBeTruthy();
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  expect(host.calls.filter(({ options }) => options?.params?.before === 60)).toHaveLength(2);
});
