import { fireEvent, screen } from '@testing-library/react';
import { installTestHost, renderPage } from '../testing/render.tsx';
import { AppLink } from './app-link.tsx';

const show = (link: React.ReactNode) => {
  const host = installTestHost(() => undefined);
  renderPage(link);
  return host;
};

it('follows a link of the site without loading the page', () => {
  const host = show(<AppLink href="/dashboard">Dashboard</AppLink>);
  expect(fireEvent.click(screen.getByRole('link'))).toBe(false);
  expect(host.navigated).toEqual(['/dashboard']);
});

it('leaves new tabs, other sites and downloads to the browser', () => {
  const host = show(
    <>
      <AppLink href="https://example.com/">out</AppLink>
      <AppLink href="/file" download>
        file
      </AppLink>
      <AppLink href="/dashboard">in</AppLink>
    </>,
  );
  // jsdom cannot navigate; what matters is that nobody prevented it.
  const prevented = (name: string, init?: MouseEventInit) => {
    const link = screen.getByRole('link', { name });
    let taken = false;
    document.addEventListener(
      'click',
      (event) => ((taken = event.defaultPrevented), event.preventDefault()),
      { once: true },
    );
    fireEvent.click(link, init);
    return taken;
  };
  expect([prevented('out'), prevented('file'), prevented('in', { ctrlKey: true })]).toEqual([
    false,
    false,
    false,
  ]);
  expect(host.navigated).toEqual([]);
});
