import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { MapView } from '@waymark/map';
import { installTestHost, renderPage } from '@waymark/remote/testing';
import { createPlanner } from '../store/create-planner.ts';
import { Toolbar } from '../toolbar/toolbar.tsx';
import { playRouting } from '../testing.ts';
import { createInstantPlannerView } from './instant-planner-view.ts';

const zoom = jest.fn();
const fit = jest.fn();
const map = { zoom, fit } as unknown as MapView;

function begin() {
  installTestHost(playRouting);
  const planner = createPlanner({ mode: 1 });
  const bench = createInstantPlannerView({ locale: 'en-us' }, 'metric');
  document.body.replaceChildren(bench.element);
  const unbind = bench.bind(planner, map);
  const rail = within(bench.element.querySelector<HTMLElement>('[data-part=rail]')!);
  return { planner, bench, unbind, rail };
}
const button = (rail: ReturnType<typeof within>, name: string) => rail.getByRole('button', { name });

it('[ROUTE-05] the tools ahead of the page are those of the page, in their groups', () => {
  const { bench, planner } = begin();
  const names = (of: HTMLElement) =>
    within(of)
      .getAllByRole('group')
      .map((group) => [
        group.getAttribute('aria-label'),
        within(group)
          .getAllByRole('button')
          .map((one) => one.getAttribute('aria-label')),
      ]);
  const ahead = names(bench.element.querySelector('[data-part=rail]')!);
  const opens = { panel() {}, roundTrip() {}, cutOut() {}, fullScreen() {}, fit() {}, keys() {} };
  renderPage(<Toolbar planner={planner} opens={opens} full={false} />);
  const [page] = screen.getAllByRole('region', { name: 'Tools' }).slice(-1);
  expect(ahead).toEqual(names(page!));
});

it('[ROUTE-05] tools, keys and figures follow what is drawn', async () => {
  const { planner, rail, bench } = begin();
  const user = userEvent.setup({ delay: null });
  expect(button(rail, 'Undo').getAttribute('aria-disabled')).toBe('true');
  expect(button(rail, 'On foot').getAttribute('aria-pressed')).toBe('true');
  await user.click(button(rail, 'Straight lines'));
  expect(planner.get().mode).toBe(0);
  expect(button(rail, 'Straight lines').getAttribute('aria-pressed')).toBe('true');
  await planner.append({ lat: 0, lng: 0 });
  await planner.append({ lat: 0, lng: 0.01 });
  expect(screen.getByRole('group', { name: 'Figures of the route' }).textContent).toMatch(
    /Distance1\.11\skm/,
  );
  expect(bench.element.querySelector<HTMLElement>('[role=status]')!.hidden).toBe(true);
  await user.keyboard('z');
  expect(planner.get().plan.segments).toHaveLength(0);
  await user.click(button(rail, 'Redo'));
  expect(planner.get().plan.segments).toHaveLength(1);
  await user.click(button(rail, 'Show the whole route'));
  expect(fit).toHaveBeenCalled();
});

it('the map is moved by keys where it has the focus, and only there', async () => {
  const { bench } = begin();
  const user = userEvent.setup({ delay: null });
  await user.keyboard('+');
  expect(zoom).not.toHaveBeenCalled();
  bench.map.place.focus();
  await user.keyboard('+');
  expect(zoom).toHaveBeenCalledWith(1);
});

it('what only the page can do is remembered for it', async () => {
  const { bench } = begin();
  const user = userEvent.setup({ delay: null });
  expect(bench.pendingCommand()).toBeNull();
  await user.keyboard('t');
  expect(bench.pendingCommand()).toBe('roundTrip');
  await user.keyboard('?');
  expect(bench.pendingCommand()).toBe('keys');
});

it('once the page is there, nothing of it listens', async () => {
  const { planner, unbind, rail } = begin();
  unbind();
  const user = userEvent.setup({ delay: null });
  await user.keyboard('b');
  await user.click(button(rail, 'By car'));
  expect(planner.get().mode).toBe(1);
});
