import { screen } from '@testing-library/react';
import { ApiError } from '@waymark/contract';
import { installTestHost, renderPage } from '../testing/render.tsx';
import { apiErrorText, useApiQuery } from './queries.ts';

function Shown() {
  const { data, error } = useApiQuery<{ name: string }>('main', '/workout/42/');
  return <p>{error ? apiErrorText(error, 'fallback') : (data?.name ?? 'waiting')}</p>;
}

it('reads a call of a service', async () => {
  const host = installTestHost(() => ({ name: 'Lunch run' }));
  renderPage(<Shown />);
  expect(await screen.findByText('Lunch run')).toBeTruthy();
  expect(host.calls[0]).toMatchObject({ service: 'main', method: 'GET', path: '/workout/42/' });
});

it('[DATA-03] asks nothing before the session is known: a private thing would seem not to exist', async () => {
  const host = installTestHost(() => ({ name: 'Lunch run' }), { loading: true });
  renderPage(<Shown />);
  expect(await screen.findByText('waiting')).toBeTruthy();
  expect(host.calls).toEqual([]);
});

it("a failure speaks in the server's sentence, else in the page's", async () => {
  const body = { status: 503, error: 'busy', error_description: 'Try again in a moment.', request_id: 'r' };
  installTestHost(() => {
    throw new ApiError(503, 'Service Unavailable', body);
  });
  renderPage(<Shown />);
  expect(await screen.findByText('Try again in a moment.')).toBeTruthy();
  expect(apiErrorText(new ApiError(502, 'Bad Gateway', null), 'fallback')).toBe('fallback');
});
