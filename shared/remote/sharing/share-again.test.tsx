import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { ApiError } from '@waymark/contract';
import { expectFailureAt, installTestHost, renderPage } from '@waymark/remote/testing';
import type { User } from '@waymark/api-contract';
import { ShareAgainNotice, ShareLinkDialog } from './share-link.tsx';

beforeEach(() => localStorage.clear());

/** Shows the notice, as one page after another does, of a workout that nobody has a link to any more. */
function show({ id = 1, member = 77, onMade = undefined as (() => void) | undefined } = {}) {
  cleanup();
  let key: string | null = null;
  const host = installTestHost(
    ({ method }) => {
      if (method === 'POST') key = 'n'.repeat(22);
      return { privacy: 6, key };
    },
    { user: { id: member, display_name: 'Robin Trail' } as User },
  );
  renderPage(<ShareAgainNotice kind="workout" id={id} {...(onMade && { onMade })} />);
  return host;
}
const button = (name: string) => screen.findByRole('button', { name });

it('[DATA-03] an owner answers the notice once: no other page of theirs asks again', async () => {
  show();
  fireEvent.click(await button('Not now'));
  expect(screen.queryByRole('button', { name: 'Share it again' })).toBeNull();
  const later = show({ id: 2 });
  expect(screen.queryByRole('status')).toBeNull();
  expect(later.calls).toEqual([]);
  show({ id: 2, member: 78 });
  expect(await button('Share it again')).toBeTruthy();
});

it('[DATA-03] who shared one thing again is not asked on the page of the next', async () => {
  show();
  fireEvent.click(await button('Share it again'));
  expect(await screen.findByRole('textbox', { name: 'Link' })).toBeTruthy();
  expect(show({ id: 2 }).calls).toEqual([]);
});

it('[DATA-03] a page that needs a link asks for it each time', async () => {
  show();
  fireEvent.click(await button('Not now'));
  const onMade = jest.fn();
  show({ onMade });
  fireEvent.click(await button('Share it again'));
  await waitFor(() => expect(onMade).toHaveBeenCalled());
  expect(screen.queryByRole('button', { name: 'Not now' })).toBeNull();
});

it('[DATA-03] a link that could not be made is told in its dialog, above which no message stands', async () => {
  const host = installTestHost(({ method }) => {
    if (method === 'POST') throw new ApiError(0, '', null);
    return { privacy: 6, key: null };
  });
  renderPage(<ShareLinkDialog open kind="workout" id={1} onClose={() => {}} />);
  fireEvent.click(await button('Make a link'));
  await expectFailureAt('Make a link', /couldn’t reach Waymark/);
  expect(host.notifications).toEqual([]);
});

it('[DATA-03] a notice that failed is told at its button', async () => {
  installTestHost(
    ({ method }) => {
      if (method === 'POST') throw new ApiError(0, '', null);
      return { privacy: 6, key: null };
    },
    { user: { id: 77, display_name: 'Robin Trail' } as User },
  );
  renderPage(<ShareAgainNotice kind="workout" id={1} />);
  fireEvent.click(await button('Share it again'));
  await expectFailureAt('Share it again', /couldn’t reach Waymark/);
});
