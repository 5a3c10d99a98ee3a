import { screen } from '@testing-library/react';
import { storedOnboarding, storeOnboarding } from '../page/handover.ts';
import { openPage } from '../testing/open-page.tsx';

it.each(['/privacy_center/ineligible', '/mobile/privacy_center/ineligible?age=16'])(
  '[AUTH-15] %s says it without an age that invites another birthdate, keeps nothing and shows the way home',
  async (at) => {
    storeOnboarding({ email: 'robin@waymark.example' });
    const { host } = openPage(at);
    expect(await screen.findByRole('heading', { name: 'You can’t join Waymark right now' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to the home page' }).getAttribute('href')).toBe('/');
    expect(screen.getByText(/birthdate that was entered here is below the age/)).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/\d/);
    expect(storedOnboarding()).toBeNull();
    expect(host.calls).toEqual([]);
  },
);
