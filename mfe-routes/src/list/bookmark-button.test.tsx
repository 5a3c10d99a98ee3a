import type { RouteList } from '@waymark/api-contract';
import { ApiError } from '@waymark/contract';
import { installTestHost, renderPage } from '@waymark/remote/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sampleList, sampleMember, sampleRoute } from '../testing/routes.ts';
import { BookmarkButton } from './bookmark-button.tsx';
import { useRouteList } from './use-route-list.ts';

function Listed() {
  const { page } = useRouteList({ limit: 20 });
  return page?._embedded.routes.map((route) => <BookmarkButton key={route.id} route={route} />);
}

/** A list of one route whose bookmark the server keeps as it is asked to, or refuses to. */
function open({ kept, refuse }: { kept: number | null; refuse?: ApiError }) {
  const stored = { bookmark: kept };
  const host = installTestHost(
    ({ method, path }): RouteList | object => {
      if (method === 'GET' && path.startsWith('/route/'))
        return sampleList([sampleRoute({ bookmark_id: stored.bookmark })]);
      if (refuse) throw refuse;
      if (method === 'POST' && path === '/route_bookmark/') stored.bookmark = 9;
      else if (method === 'DELETE' && path === `/route_bookmark/${kept}/`) stored.bookmark = null;
      else throw new Error(`${method} ${path}`);
      return {};
    },
    { user: sampleMember() },
  );
  renderPage(<Listed />);
  return host;
}

const button = (pressed: boolean) => screen.findByRole('button', { pressed });

it('[ROUTE-09] a bookmark is there at once, for the member who asks', async () => {
  const host = open({ kept: null });
  await userEvent.click(await button(false));
  expect((await button(true)).getAttribute('aria-label')).toBe('Remove the bookmark of Lady Bird Lake');
  expect(host.calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
    _links: { route: [{ id: '501' }], user: [{ id: '42' }] },
  });
});

it('[ROUTE-09] a bookmark that was taken away comes back by undo', async () => {
  const host = open({ kept: 7 });
  await userEvent.click(await button(true));
  expect((await button(false)).getAttribute('aria-label')).toBe('Bookmark Lady Bird Lake');
  await waitFor(() => expect(host.notifications).toHaveLength(1));
  expect(host.notifications[0]!.text).toBe('Lady Bird Lake was removed from your bookmarks.');
  act(() => host.notifications[0]!.action!.run());
  expect(await button(true)).toBeTruthy();
});

it.each([null, 7])(
  '[ROUTE-09] what the server refuses is as it was (bookmark %s), and it says why',
  async (kept) => {
    const refuse = new ApiError(429, 'Too Many Requests', {
      status: 429,
      error: 'too_many',
      error_description: 'Wait 20 seconds.',
      request_id: 'r',
    });
    const host = open({ kept, refuse });
    await userEvent.click(await button(kept !== null));
    await waitFor(() => expect(host.notifications.map(({ text }) => text)).toEqual(['Wait 20 seconds.']));
    expect(await button(kept !== null)).toBeTruthy();
  },
);
