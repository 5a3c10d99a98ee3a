import { navigate } from './navigate.ts';

beforeEach(() => history.replaceState(null, '', '/start'));

it('goes to an address with its state where the router looks for it', () => {
  const length = history.length;
  navigate('/workout/1?tab=map#splits', { state: { from: 'list' } });
  expect(location.pathname + location.search + location.hash).toBe('/workout/1?tab=map#splits');
  expect(history.state).toMatchObject({ usr: { from: 'list' }, idx: 1 });
  expect(history.length).toBe(length + 1);
  navigate('/workout/2');
  expect(history.state).toMatchObject({ usr: null, idx: 2 });
});

it('replaces the entry when asked to', () => {
  const length = history.length;
  navigate('/login', { replace: true });
  expect(location.pathname).toBe('/login');
  expect(history.state).toMatchObject({ idx: 0 });
  expect(history.length).toBe(length);
});
