import { screen } from '@testing-library/react';
import { expectFailureAt } from '@waymark/remote/testing';
import userEvent from '@testing-library/user-event';
import { noAnswer, openPage } from '../testing/open-page.tsx';
import { sampleCard } from '../testing/samples.ts';

it('lists whom the member blocked and muted, and takes both back', async () => {
  let blocks = [{ id: 12, display_name: 'Ana Ridge', username: 'ana', created_datetime: '', _links: {} }];
  let mutes = [
    {
      id: 13,
      user: sampleCard({ id: 13, display_name: 'Ben Moor' }),
      until: '2026-12-01T12:00:00Z',
      _links: {},
    },
  ];
  openPage('/people/contacts', {
    'GET /user_block/': () => ({ _links: {}, _embedded: { blocks }, total_count: blocks.length }),
    'GET /user_mute/': () => ({ _links: {}, _embedded: { mutes }, total_count: mutes.length }),
    'DELETE /user_block/12/': () => {
      blocks = [];
    },
    'DELETE /user_mute/13/': () => {
      mutes = [];
    },
  });
  expect(await screen.findByText('Until Dec 01, 2026')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Unblock' }));
  expect(await screen.findByText('You haven’t blocked anybody.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Unmute' }));
  expect(await screen.findByText('You haven’t muted anybody.')).toBeTruthy();
});

it('lists further pages of whom the member blocked, and goes back from one that has become empty', async () => {
  const named = (id: number, name: string) => ({
    id,
    display_name: name,
    username: 'a',
    created_datetime: '',
    _links: {},
  });
  let total = 41;
  const list = (blocks: object[]) => ({ _links: {}, _embedded: { blocks }, total_count: total });
  openPage('/people/contacts', {
    'GET /user_block/?limit=40&offset=40': () => list(total > 40 ? [named(12, 'Ana Ridge')] : []),
    'GET /user_block/': () => list([named(13, 'Ben Moor')]),
    'GET /user_mute/': { _links: {}, _embedded: { mutes: [] }, total_count: 0 },
    'DELETE /user_block/12/': () => {
      total = 40;
    },
  });
  await screen.findByText('Ben Moor');
  await userEvent.click(screen.getByRole('button', { name: 'Page 2' }));
  expect(await screen.findByText('Ana Ridge')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Unblock' }));
  expect(await screen.findByText('Ben Moor')).toBeTruthy();
  expect(screen.queryByText('Ana Ridge')).toBeNull();
});

it('who could not be unblocked is told in their row', async () => {
  const blocked = { id: 12, display_name: 'Ana Ridge', username: 'ana', created_datetime: '', _links: {} };
  openPage('/people/contacts', {
    'GET /user_block/': { _links: {}, _embedded: { blocks: [blocked] }, total_count: 1 },
    'GET /user_mute/': { _links: {}, _embedded: { mutes: [] }, total_count: 0 },
    'DELETE /user_block/12/': noAnswer,
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Unblock' }));
  await expectFailureAt('Unblock', /couldn’t reach Waymark/);
});
