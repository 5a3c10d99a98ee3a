import type { User } from '@waymark/api-contract';
import { installHost, type HostEngine } from '@waymark/contract/host';
import type { Session } from '@waymark/contract';
import { act, render, screen } from '@testing-library/react';
import { RequireLogin, RequirePremium } from './guards.tsx';

const OUT: Session = {
  status: 'signed-out',
  userId: null,
  authorized: false,
  user: null,
  premium: null,
  refreshing: false,
  userError: false,
};
const IN: Session = { ...OUT, status: 'signed-in', userId: 7, authorized: true, user: { id: 7 } as User };

/** A host with nothing but a session that the test can change. */
function host(start: Session) {
  let session = start;
  const listeners = new Set<(session: Session) => void>();
  const navigated: string[] = [];
  installHost({
    session: {
      get: () => session,
      subscribe: (listener: (session: Session) => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    navigation: { navigate: (to: string) => void navigated.push(to) },
  } as unknown as HostEngine);
  return {
    navigated,
    become: (next: Session): void => {
      session = next;
      act(() => listeners.forEach((listener) => listener(next)));
    },
  };
}

const at = (path: string) => history.replaceState(null, '', path);

it('[SESS-04] a visitor is sent to the login page with the way back, and sees nothing', () => {
  at('/workout/create/?from=mail');
  const { navigated } = host(OUT);
  render(<RequireLogin>secret</RequireLogin>);
  expect(screen.queryByText('secret')).toBeNull();
  expect(navigated).toEqual(['/auth/login/?next=%2Fworkout%2Fcreate%2F%3Ffrom%3Dmail']);
});

it('[SESS-04] nobody is sent anywhere while the session is not known yet', () => {
  at('/dashboard');
  const { navigated, become } = host({ ...OUT, status: 'loading' });
  render(<RequireLogin>secret</RequireLogin>);
  expect(screen.queryByText('secret')).toBeNull();
  expect(navigated).toEqual([]);
  become(IN);
  expect(screen.getByText('secret')).toBeTruthy();
});

it('[SESS-02] a session that ended elsewhere keeps the way back that the host has written', () => {
  at('/dashboard');
  const { navigated, become } = host(IN);
  render(<RequireLogin>secret</RequireLogin>);
  at('/auth/login/?next=%2Fdashboard');
  become(OUT);
  expect(navigated).toEqual([]);
});

it('[SESS-05] a user id without the auth flag is not signed in', () => {
  at('/dashboard');
  host({ ...IN, authorized: false });
  render(<RequireLogin>secret</RequireLogin>);
  expect(screen.queryByText('secret')).toBeNull();
});

it('[SESS-04] [SESS-05] a member without premium goes to the checkout, a premium member sees the page', () => {
  at('/premium/stats');
  const { navigated, become } = host({ ...IN, premium: { is_ad_free: false, days_remaining: 0 } });
  render(<RequirePremium>gold</RequirePremium>);
  expect(screen.queryByText('gold')).toBeNull();
  expect(navigated).toEqual(['/premium/checkout']);
  become({ ...IN, premium: { is_ad_free: true, days_remaining: -1 } });
  expect(screen.getByText('gold')).toBeTruthy();
});
