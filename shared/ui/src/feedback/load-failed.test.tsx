import { fireEvent, screen } from '@testing-library/react';
import { renderUi } from '../test-render.tsx';
import { LoadFailed } from './load-failed.tsx';

const failure = (description?: string) => Object.assign(new Error('503'), { description });

it('[UI-01] says what cannot be shown, what became of it and what to do', () => {
  const retry = jest.fn();
  const { rerender } = renderUi(<LoadFailed title="We couldn’t load your routes." retry={retry} />);
  expect(screen.getByRole('alert').textContent).toContain(
    'We couldn’t load your routes.Nothing was lost. Check your connection and try again.',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(retry.mock.calls).toEqual([[]]);
  rerender(
    <LoadFailed error={failure('')} retry={retry} busy>
      Your workouts are safe.
    </LoadFailed>,
  );
  expect(screen.getByRole('alert').textContent).toContain('Your workouts are safe. Check your connection');
  fireEvent.click(screen.getByRole('button', { name: /Try again/ }));
  expect(retry).toHaveBeenCalledTimes(1);
});

it("[UI-01] the server's own sentence stands in place of a guess at the connection", () => {
  renderUi(<LoadFailed error={failure('Too many calls. Wait 20 seconds.')} retry={jest.fn()} />);
  expect(screen.getByText('Nothing was lost. Too many calls. Wait 20 seconds.')).toBeTruthy();
});

it('[UI-01] without a connection it says so', () => {
  const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  renderUi(<LoadFailed error={failure()} retry={jest.fn()} />);
  online.mockRestore();
  expect(screen.getByText('Nothing was lost. You’re offline. Try again once you’re connected.')).toBeTruthy();
});
