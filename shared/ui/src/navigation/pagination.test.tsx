import { fireEvent, screen } from '@testing-library/react';
import { renderUi } from '../test-render.tsx';
import { pageWindow } from './page-window.ts';
import { Pagination, PrevNext } from './pagination.tsx';
import { Breadcrumb, Tabs } from './tabs.tsx';

describe('[UI-02] the pages shown', () => {
  it.each([
    [1, [1, 2, 3, 'gap', 10]],
    [2, [1, 2, 3, 'gap', 10]],
    [3, [1, 2, 3, 4, 'gap', 10]],
    [4, [1, 2, 3, 4, 5, 'gap', 10]],
    [5, [1, 'gap', 4, 5, 6, 'gap', 10]],
    [8, [1, 'gap', 7, 8, 9, 10]],
    [10, [1, 'gap', 8, 9, 10]],
  ])('on page %i of 10', (page, pages) => {
    expect(pageWindow({ count: 95, limit: 10, page }).pages).toEqual(pages);
  });

  it('counts offset and total', () => {
    expect(pageWindow({ count: 95, limit: 10, page: 4 })).toMatchObject({ offset: 30, total: 10 });
    expect(pageWindow({ count: 90, limit: 10, page: 9 })).toMatchObject({
      total: 9,
      isLast: true,
      isFirst: false,
    });
  });

  it('stays within the pages there are', () => {
    expect(pageWindow({ count: 25, limit: 10, page: 99 })).toMatchObject({
      page: 3,
      offset: 20,
      isLast: true,
    });
    expect(pageWindow({ count: 25, limit: 10, page: -1 })).toMatchObject({ page: 1, isFirst: true });
    expect(pageWindow({ count: 0, limit: 10, page: 1 })).toMatchObject({
      total: 1,
      isFirst: true,
      isLast: true,
    });
  });

  it('shows all of few pages and takes a larger minimum', () => {
    expect(pageWindow({ count: 20, limit: 10, page: 1 }).pages).toEqual([1, 2]);
    expect(pageWindow({ count: 200, limit: 10, page: 10, minButtons: 5 }).pages).toEqual([
      1,
      'gap',
      8,
      9,
      10,
      11,
      12,
      'gap',
      20,
    ]);
  });

  it('never leaves out a single page, and holds every current page', () => {
    for (let page = 1; page <= 30; page += 1) {
      const { pages } = pageWindow({ count: 30, limit: 1, page });
      expect(pages).toContain(page);
      for (const [index, entry] of pages.entries()) {
        if (entry !== 'gap') continue;
        expect(Number(pages[index + 1]) - Number(pages[index - 1])).toBeGreaterThan(2);
      }
    }
  });
});

it('[UI-02] goes to a page, marks the current one and disables the arrow at the end', () => {
  const onPage = jest.fn();
  renderUi(<Pagination count={40} limit={10} page={4} onPage={onPage} />);
  expect(screen.getByRole('button', { current: 'page' }).textContent).toBe('4');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next page' }).disabled).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Previous page' }));
  fireEvent.click(screen.getByRole('button', { name: 'Page 1' }));
  expect(onPage.mock.calls).toEqual([[3], [1]]);
});

it('[UI-02] shows nothing for one page', () => {
  renderUi(<Pagination count={10} limit={10} page={1} onPage={jest.fn()} />);
  expect(screen.queryByRole('navigation')).toBeNull();
});

it('[UI-02] has a Prev and Next form', () => {
  const onNext = jest.fn();
  const { rerender } = renderUi(<PrevNext onNext={onNext} />);
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(onNext).toHaveBeenCalledTimes(1);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Prev' }).disabled).toBe(true);
  rerender(<PrevNext />);
  expect(screen.queryByRole('navigation')).toBeNull();
});

it('marks the page one is on among tabs and crumbs', () => {
  renderUi(
    <>
      <Tabs
        label="Home"
        items={[
          { href: '/dashboard', label: 'Dashboard', current: true },
          { href: '/workout/stats', label: 'Stats' },
        ]}
      />
      <Breadcrumb items={[{ href: '/routes', label: 'Routes' }, { label: 'Lakeside' }]} />
    </>,
  );
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Dashboard');
  expect(screen.getByRole('link', { name: 'Routes' }).getAttribute('href')).toBe('/routes');
  expect(screen.getByText('Lakeside').getAttribute('aria-current')).toBe('page');
});
