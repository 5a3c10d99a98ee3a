import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { RouteBookmarkList, RouteDetail } from '@waymark/api-contract';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { as, type As, save } from './testing.ts';

let api: TestApi;
let owner: As;
let reader: As;
let readerId: number;
before(async () => {
  api = await startTestApi();
  owner = as(api, await api.signUp());
  const member = await api.signUp();
  readerId = member.userId;
  reader = as(api, member);
});
after(() => api.stop());

const linkTo = (id: number) => ({ _links: { route: [{ href: `/v7.1/route/${id}/` }] } });

test('[ROUTE-09] bookmarks are listed newest first, by pages, and go again', async () => {
  const ids: number[] = [];
  for (let i = 0; i < 5; i++) ids.push((await save(owner)).id);
  for (const id of ids) {
    const user = [{ href: `/v7.1/user/${readerId}/`, id: String(readerId) }];
    const made = await reader('POST', '/route_bookmark/', { _links: { ...linkTo(id)._links, user } });
    assert.equal(made.status, 201);
  }
  const first = await reader<RouteBookmarkList>('GET', `/route_bookmark/?user=${readerId}&limit=2`);
  assert.equal(first.body.total_count, 5);
  const seen: number[] = [];
  for (let href: string | undefined = first.body._links['self']![0]!.href; href;) {
    const page: { body: RouteBookmarkList } = await reader<RouteBookmarkList>(
      'GET',
      href.replace('/v7.1', ''),
    );
    seen.push(...page.body._embedded.route_bookmarks.map(({ route }) => route.id));
    href = page.body._links['next']?.[0]!.href;
  }
  assert.deepEqual(seen, ids.toReversed());
  const { id, route } = first.body._embedded.route_bookmarks[0]!;
  assert.equal((await reader('DELETE', `/route_bookmark/${id}/`)).status, 204);
  assert.equal((await reader('DELETE', `/route_bookmark/${id}/`)).status, 404);
  assert.equal((await reader<RouteDetail>('GET', `/route/${route.id}/`)).body.bookmark_id, null);
});

test('[ROUTE-09] a second bookmark of a route is the first one, also of many at once', async () => {
  const { id } = await save(owner);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      reader<{ id: number; route: { bookmark_id: number } }>('POST', '/route_bookmark/', linkTo(id)),
    ),
  );
  assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1);
  assert.equal(answers[0]!.body.route.bookmark_id, answers[0]!.body.id);
  const detail = await reader<RouteDetail>('GET', `/route/${id}/`);
  assert.equal(detail.body.bookmark_id, answers[0]!.body.id);
  assert.equal((await owner<RouteDetail>('GET', `/route/${id}/`)).body.bookmark_id, null);
});

test('[ROUTE-09] a bookmark whose route is private or deleted is told without the route, can be removed, and comes back', async () => {
  const list = async () => (await reader<RouteBookmarkList>('GET', '/route_bookmark/?limit=100')).body;
  const ids: number[] = [];
  for (let i = 0; i < 3; i++) {
    const { id } = await save(owner);
    ids.push((await reader<{ id: number }>('POST', '/route_bookmark/', linkTo(id))).body.id);
    if (i === 0) await owner('PUT', `/route/${id}/`, { privacy: 0 });
    if (i === 1) await owner('DELETE', `/route/${id}/`);
    if (i === 2) {
      const { gone, _embedded } = await list();
      assert.deepEqual(
        gone.map((one) => one.id),
        [ids[1], ids[0]],
      );
      assert.deepEqual(Object.keys(gone[0]!), ['id', 'date_created']);
      assert.equal(_embedded.route_bookmarks[0]!.id, ids[2]);
      await owner('DELETE', `/route/${id}/`);
      assert.equal((await list()).gone.length, 3);
      await owner('POST', `/route/${id}/restore/`);
    }
  }
  assert.equal((await reader('DELETE', `/route_bookmark/${ids[0]}/`)).status, 204);
  assert.deepEqual(
    (await list()).gone.map(({ id }) => id),
    [ids[1]],
  );
});

test('[DATA-02] a bookmark for somebody else, or of nothing, is refused with a sentence', async () => {
  const { id } = await save(owner);
  const other = await reader<{ error_description: string }>('POST', '/route_bookmark/', {
    _links: { ...linkTo(id)._links, user: [{ href: '/v7.1/user/1/', id: '1' }] },
  });
  assert.deepEqual(
    [other.status, other.body.error_description],
    [403, 'Bookmarks can only be made for yourself.'],
  );
  const odd = await reader<{ error_description: string }>('POST', '/route_bookmark/', {
    _links: { route: [{ href: 'https://example.com/"><script>' }] },
  });
  assert.equal(odd.status, 400);
  assert.match(odd.body.error_description, /Name the route by a link/);
  assert.equal((await reader('GET', '/route_bookmark/?user=1')).status, 403);
  assert.equal((await reader('POST', '/route_bookmark/', linkTo(999))).status, 404);
});

test('[ROUTE-09] the privacy toggle changes a route to each level, and takes nothing else', async () => {
  const { id } = await save(owner);
  const toggle = (type: number, level: number) =>
    owner<{ privacy: number; error_description: string }>(
      'GET',
      `/social/privacy_toggle/?content_type_id=${type}&object_id=${id}&set_privacy_to=${level}`,
    );
  for (const level of [0, 1, 3, 6]) {
    assert.deepEqual((await toggle(1, level)).body, { privacy: level });
    assert.equal((await owner<RouteDetail>('GET', `/route/${id}/`)).body.privacy, level);
  }
  assert.match((await toggle(1, 2)).body.error_description, /Choose 0/);
  assert.match((await toggle(2, 3)).body.error_description, /Only routes/);
});
