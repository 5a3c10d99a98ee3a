import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { activityOptions, type ActivityType } from '@waymark/activities';
import { useState } from 'react';
import { Field } from '../forms/field.tsx';
import { renderUi } from '../test-render.tsx';
import { ActivityMultiPicker, ActivityTypePicker } from './activity-picker.tsx';
import { activityRows } from './activity-rows.ts';

const user = userEvent.setup({ delay: null });
const type = (id: number, name: string, parentId: number | null): ActivityType => ({
  id,
  name,
  parentId,
  rootId: parentId ?? id,
  met: 8,
  hasChildren: false,
});
const many = Array.from({ length: 300 }, (_, index) => type(90_000 + index, `Kettlebell ${index}`, 12));
const groups = activityOptions(
  [
    type(16, 'Run', null),
    type(700, 'Trail Run', 16),
    type(11, 'Ride', null),
    type(15, 'Natación', null),
    ...many,
  ],
  { popular: [16, 11] },
);
const load = () => Promise.resolve(groups);

function One({ loader = load }: { loader?: typeof load }) {
  const [value, setValue] = useState<number | null>(null);
  return (
    <Field label="Activity" hint={`id ${value}`}>
      <ActivityTypePicker load={loader} value={value} onChange={setValue} />
    </Field>
  );
}

const open = async () => user.click(await screen.findByRole('button', { name: 'Activity' }));
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

describe('[WORK-12] the activity type picker', () => {
  it('says that it loads, and then offers the types with the popular ones first', async () => {
    renderUi(<One />);
    expect(screen.getByLabelText('Loading activity types')).toBeTruthy();
    await open();
    const list = screen.getByRole('listbox');
    expect(list.textContent?.startsWith('Popular')).toBe(true);
    expect(options().slice(0, 2)).toEqual(['Run', 'Ride']);
  });

  it("says 'Error loading activity types.' and loads again by 'Retry?'", async () => {
    const loader = jest.fn(load).mockRejectedValueOnce(new Error('down'));
    renderUi(<One loader={loader} />);
    expect((await screen.findByRole('alert')).textContent).toContain('Error loading activity types.');
    await user.click(screen.getByRole('button', { name: 'Retry?' }));
    await open();
    expect(options()).toContain('Run');
    expect(loader).toHaveBeenCalledTimes(2);
  });

  it('has a list 168 high with rows of 24, and only the rows in sight in the page', async () => {
    renderUi(<One />);
    await open();
    const list = screen.getByRole('listbox');
    const [row] = screen.getAllByRole('option');
    expect(row?.style.top).toBe('24px');
    expect(options().length).toBeLessThan(30);
    expect(list.firstElementChild?.getAttribute('style')).toContain(`height: ${(306 + 5) * 24}px`);
    list.scrollTop = 2400;
    fireEvent.scroll(list);
    expect(options()).toContain('Kettlebell 100');
  });

  it('finds by typing, also without accents, and chooses by the keys', async () => {
    renderUi(<One />);
    await open();
    const search = screen.getByRole('combobox');
    expect(document.activeElement).toBe(search);
    await user.type(search, 'natacion');
    expect(options()).toEqual(['Natación']);
    await user.clear(search);
    await user.type(search, 'run');
    expect(options()).toEqual(['Run', 'Trail Run']);
    await user.keyboard('{ArrowDown}');
    const active = document.getElementById(search.getAttribute('aria-activedescendant') ?? '');
    expect(active?.textContent).toBe('Trail Run');
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(screen.getByText('id 700')).toBeTruthy();
    expect(document.activeElement?.textContent).toContain('Trail Run');
  });

  it('says that nothing has this name', async () => {
    renderUi(<One />);
    await open();
    await user.type(screen.getByRole('combobox'), 'quidditch');
    expect(screen.getByText('No activities match.')).toBeTruthy();
    await user.keyboard('{Enter}{Escape}');
    expect(screen.getByText('id null')).toBeTruthy();
  });

  it('walks over the group names and around the ends', async () => {
    renderUi(<One />);
    await open();
    const search = screen.getByRole('combobox');
    const active = () =>
      document.getElementById(search.getAttribute('aria-activedescendant') ?? '')?.textContent;
    expect(active()).toBe('Run');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(active()).toBe('Kettlebell 0');
    await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}');
    expect(active()).toBe(options().at(-1));
  });
});

function Several() {
  const [value, setValue] = useState<string[]>([]);
  return (
    <Field label="Activities" hint={value.join(' ') || 'none'}>
      <ActivityMultiPicker load={load} value={value} onChange={setValue} />
    </Field>
  );
}

it("[WORK-12] several at once: 'Select All' clears the others, and another drops it", async () => {
  renderUi(<Several />);
  await user.click(await screen.findByRole('button', { name: 'Activities' }));
  const list = within(screen.getByRole('listbox'));
  const press = (name: string) => user.click(list.getAllByRole('option', { name })[0] as HTMLElement);
  await press('Run');
  await press('Ride');
  expect(screen.getByText('16 11')).toBeTruthy();
  await press('Select All');
  expect(screen.getByText('all')).toBeTruthy();
  await press('Ride');
  expect(screen.getByText('11')).toBeTruthy();
  await press('Ride');
  expect(screen.getByText('none')).toBeTruthy();
});

it('ranks names that begin with the search before others and shows a popular one once', () => {
  const rows = activityRows(groups, 'ri').map((row) => row.kind === 'option' && row.option.label);
  expect(rows).toEqual(['Ride']);
  const kettle = activityRows(groups, '29').map((row) => row.kind === 'option' && row.option.label);
  expect(kettle.slice(0, 2)).toEqual(['Kettlebell 29', 'Kettlebell 290']);
  expect(kettle.at(-1)).toBe('Kettlebell 229');
});
