import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RouteSummary } from '@waymark/api-contract';
import { installTestHost, renderPage } from '@waymark/remote/testing';
import { Route, Routes } from 'react-router-dom';
import { sampleMember, sampleRoute } from '../testing/routes.ts';
import AddToWebsitePage from './add-to-website-page.tsx';
import { createSnippet } from './embed-snippet.ts';

const KEY = 'ABCDEFGHIJKLMNOPQRST_-';

function open(over: Partial<RouteSummary> = {}, search = '', linkKey: string | null = KEY) {
  const route = sampleRoute(over);
  const link = { key: linkKey };
  history.replaceState(null, '', `/routes/view/add_to_website/501${search}`);
  const host = installTestHost(
    ({ path, method, options }) => {
      if (path === '/social/privacy_toggle/') {
        route.privacy = options!.params!['set_privacy_to'] as RouteSummary['privacy'];
        return { privacy: route.privacy };
      }
      if (path === '/route/501/') return { ...route };
      if (path === '/route/501/link/') {
        if (method === 'POST') link.key = KEY;
        return { privacy: route.privacy, ...link };
      }
      throw new Error(`${path} is not due`);
    },
    { user: sampleMember({ id: 77 }) },
  );
  renderPage(
    <Routes>
      <Route path="/routes/view/add_to_website/:routeId" element={<AddToWebsitePage />} />
    </Routes>,
    { at: '/routes/view/add_to_website/501' },
  );
  return host;
}

const snippet = async () =>
  (await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Paste this into your page' })).value;

it('[ROUTE-08] the snippet is a frame of the embedded page, and any name stays text in it', () => {
  const route = { id: 5, name: '"><script>alert(1)</script> & co' };
  const wish = { width: 560, height: 440, units: 'metric', theme: 'dark' } as const;
  const text = createSnippet(route, wish, null, 'https://waymark.example');
  const host = document.createElement('div');
  host.innerHTML = text;
  const frame = host.firstElementChild as HTMLIFrameElement;
  expect(host.children).toHaveLength(1);
  expect(frame.title).toBe(route.name);
  expect(frame.getAttribute('src')).toBe(
    'https://waymark.example/routes/view/embedded/5?units=metric&theme=dark',
  );
  expect([frame.width, frame.height, frame.getAttribute('loading')]).toEqual(['560', '440', 'lazy']);
});

it('[ROUTE-08] size and units change snippet and preview together, and it is copied', async () => {
  const host = open();
  const copied: string[] = [];
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async (text: string) => void copied.push(text) },
  });
  expect(await snippet()).toContain('width="560" height="440"');
  await userEvent.selectOptions(screen.getByLabelText('Units'), 'Miles and feet');
  await userEvent.selectOptions(screen.getByLabelText('Size'), 'Custom size');
  await userEvent.clear(screen.getByLabelText('Width'));
  await userEvent.type(screen.getByLabelText('Width'), '90');
  expect(screen.getByText('Between 240 and 2000 pixels.')).toBeTruthy();
  expect(await snippet()).toBe('');
  await userEvent.type(screen.getByLabelText('Width'), '0');
  expect(await snippet()).toContain('?units=imperial" width="900" height="440"');
  const preview = screen.getByTitle('Preview of Lady Bird Lake');
  expect(preview.getAttribute('src')).toBe('/routes/view/embedded/501?units=imperial');
  expect(preview.getAttribute('width')).toBe('900');
  await userEvent.click(screen.getByRole('button', { name: 'Copy the snippet' }));
  expect(copied).toEqual([await snippet()]);
  expect(host.notifications[0]?.text).toBe('The snippet is copied.');
});

it('[ROUTE-08] a private route has no snippet until its owner shares it', async () => {
  open({ privacy: 0, can: { edit: true, delete: true } });
  await screen.findByText('Only you can see this route');
  expect(screen.queryByRole('textbox', { name: 'Paste this into your page' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Private (only me)' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Anyone with the link' }));
  expect(await snippet()).toContain(`/routes/view/embedded/501?key=${KEY}"`);
});

it('[ROUTE-08] [DATA-03] the snippet of a route by link carries its key, its owner’s as that of the address', async () => {
  open({ privacy: 6 }, `?key=${KEY}`);
  expect(await snippet()).toContain(`/routes/view/embedded/501?key=${KEY}"`);
  await userEvent.selectOptions(screen.getByLabelText('Units'), 'Miles and feet');
  expect(await snippet()).toContain(`/routes/view/embedded/501?units=imperial&amp;key=${KEY}"`);
  expect(screen.getByTitle('Preview of Lady Bird Lake').getAttribute('src')).toContain(`key=${KEY}`);
  const back = screen.getByRole('link', { name: 'Back to the route' });
  expect(back.getAttribute('href')).toBe(`/routes/view/501?key=${KEY}`);
});

it('[DATA-03] where links have changed, the owner shares the route again and has the snippet', async () => {
  const host = open({ privacy: 6, can: { edit: true, delete: true } }, '', null);
  await screen.findByText('Links to this route have changed');
  expect(screen.queryByRole('textbox', { name: 'Paste this into your page' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Share it again' }));
  expect(await snippet()).toContain(`/routes/view/embedded/501?key=${KEY}"`);
  expect(host.calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
    '/route/501/link/',
  ]);
});
