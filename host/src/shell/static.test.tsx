/** @jest-environment node */
import { ADA_START, bootOf, SETTINGS } from '../testing/fixtures.tsx';
import { renderShell } from './static.tsx';

it('renders the shell and the home page without a browser', () => {
  expect(typeof window).toBe('undefined');
  const html = renderShell(bootOf(), '/');
  expect(html).toContain('<h1>Your runs, rides and hikes, on the map and in numbers.</h1>');
  expect(html).toContain('href="/auth/login/?next=%2F"');
  expect(html).toContain('id="slot-mfe-workouts"');
});

it('[HOST-02] renders the not-found page for an unknown path', () => {
  expect(renderShell(bootOf(), '/nowhere?x=1')).toContain('This path ends here');
});

it('knows the member from the start data', () => {
  const html = renderShell(bootOf({ session: ADA_START }), '/dashboard');
  expect(html).toContain('/profile/ada/picture?size=Small');
  expect(html).not.toContain('token-1');
});

it('keeps the end of the header empty while nobody knows who is there', () => {
  const html = renderShell(bootOf({ session: null }), '/dashboard');
  expect(html).not.toContain('Log in');
  expect(html).not.toContain('Your account');
});

it('[PLAT-15] has no inline styles or scripts, which the security policy forbids', () => {
  const html = renderShell(bootOf(), '/') + renderShell(bootOf({ session: ADA_START }), '/dashboard');
  expect(html).not.toMatch(/ style="|<script|<style| on\w+="/);
});

it('stays small: the picture of the home page costs little', () => {
  expect(renderShell(bootOf({ settings: SETTINGS }), '/').length).toBeLessThan(26_000);
});
