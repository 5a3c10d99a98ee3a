import { screen } from '@testing-library/react';
import { openPage, sampleMember } from '../testing/open-page.tsx';

const LOYALTY = { loyalty: 'enabled' };

it('[ACCT-01] [ACCT-07] the account shows who it is, since when and with which status, and leads to each of its pages', async () => {
  const member = sampleMember({ loyalty_status: 'silver' });
  openPage('/account', {}, { user: member, rollouts: LOYALTY });
  expect(await screen.findByText('Robin Trail')).toBeTruthy();
  expect(screen.getByText(/Member since/).textContent).toContain('2026');
  expect(screen.getByText('Status: Silver')).toBeTruthy();
  const paths = screen.getAllByRole('link').map((link) => (link as HTMLAnchorElement).pathname);
  expect(paths).toEqual(expect.arrayContaining(['/account/loyalty', '/account/settings', '/account/data']));
});

it('[ACCT-07] there is no status outside the pilot', async () => {
  openPage('/account', {}, { user: sampleMember() });
  expect(await screen.findByText('Robin Trail')).toBeTruthy();
  expect(screen.queryByText(/Status/)).toBeNull();
});
