import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Field } from '../forms/field.tsx';
import { renderUi } from '../test-render.tsx';
import { BirthDateInput } from './birth-date-input.tsx';
import { DatePicker, type DatePickerProps } from './date-picker.tsx';
import { addMonths, dateText, dayOf, isoDay, monthWeeks, parseDateText } from './date-text.ts';
import { TimeInput } from './time-input.tsx';

const user = userEvent.setup({ delay: null });

describe('the text of a date', () => {
  it.each([
    ['11/3/2026', 'en-US', '2026-11-03'],
    ['3/11/2026', 'en-GB', '2026-11-03'],
    ['3.11.26', 'de', '2026-11-03'],
    ['2026-11-03', 'de', '2026-11-03'],
    ['31/2/2026', 'en-GB', null],
    ['2/29/2024', 'en-US', '2024-02-29'],
    ['soon', 'en-US', null],
    ['11/3', 'en-US', null],
  ])('%s in %s is %s', (text, locale, iso) => {
    expect(parseDateText(text, locale)).toBe(iso);
  });

  it('is read back as it is written', () => {
    for (const locale of ['en-US', 'en-GB', 'de', 'fr', 'ja', 'sv', 'ar', 'th', 'fa']) {
      expect(parseDateText(dateText('2026-02-09', locale), locale)).toBe('2026-02-09');
    }
  });

  it('knows the days that do not exist', () => {
    expect(dayOf('2026-02-30')).toBeNull();
    expect(dayOf('')).toBeNull();
    expect(isoDay(dayOf('0999-01-02') ?? new Date())).toBe('0999-01-02');
  });

  it('adds months without running over the end of a short one', () => {
    expect(isoDay(addMonths(new Date(2026, 0, 31), 1))).toBe('2026-02-28');
    expect(isoDay(addMonths(new Date(2026, 2, 31), -13))).toBe('2025-02-28');
  });

  it.each([0, 1, 6])('fills whole weeks that begin on day %i', (first) => {
    for (let month = 0; month < 24; month += 1) {
      const weeks = monthWeeks(new Date(2026, month, 15), first);
      const days = weeks.flat().map(isoDay);
      expect(weeks.every((week) => week.length === 7 && week[0]?.getDay() === first)).toBe(true);
      expect(days).toContain(isoDay(new Date(2026, month, 1)));
      expect(days).toContain(isoDay(new Date(2026, month + 1, 0)));
      expect(new Set(days).size).toBe(days.length);
    }
  });
});

function Started(props: Partial<DatePickerProps>) {
  const [value, setValue] = useState(props.value ?? '2026-05-20');
  return (
    <>
      <Field label="Date">
        <DatePicker max="2026-05-25" {...props} value={value} onChange={setValue} />
      </Field>
      <output data-testid="value">{value}</output>
      <button>Next field</button>
    </>
  );
}
const value = () => screen.getByTestId('value').textContent;
const input = () => screen.getByLabelText<HTMLInputElement>('Date');
const calendar = () => screen.queryByRole('grid');
const day = (name: RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });

describe('[UI-03] the date picker', () => {
  it('opens on focus, closes when the focus leaves', async () => {
    renderUi(<Started />);
    await user.tab();
    expect(document.activeElement).toBe(input());
    expect(calendar()).toBeTruthy();
    await user.click(screen.getByText('Next field'));
    expect(calendar()).toBeNull();
  });

  it('toggles by its icon', async () => {
    renderUi(<Started />);
    await user.click(screen.getByRole('button', { name: 'Open calendar' }));
    expect(calendar()).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Close calendar' }));
    expect(calendar()).toBeNull();
  });

  it('toggles by its icon when the focus had opened it', async () => {
    renderUi(<Started />);
    await user.click(input());
    await user.click(screen.getByRole('button', { name: 'Close calendar' }));
    expect(calendar()).toBeNull();
  });

  it('takes the day that is chosen and stays closed with the focus back', async () => {
    renderUi(<Started />);
    await user.click(input());
    await user.click(day(/May 12, 2026/u));
    expect(value()).toBe('2026-05-12');
    expect(input().value).toBe('05/12/2026');
    expect(calendar()).toBeNull();
    expect(document.activeElement).toBe(input());
  });

  it('allows today or earlier unless told otherwise', async () => {
    renderUi(<Started max={undefined} value="" />);
    await user.click(input());
    const now = new Date();
    const today = new Intl.DateTimeFormat('en-us', { dateStyle: 'full' });
    const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: today.format(now) }).disabled).toBe(false);
    const next = screen.queryByRole<HTMLButtonElement>('button', { name: today.format(tomorrow) });
    expect(next?.disabled ?? true).toBe(true);
    await user.type(input(), '1/1/2999');
    expect(value()).toBe('');
    expect(input().getAttribute('aria-invalid')).toBe('true');
  });

  it('reads what is typed, a short year once it is all there', async () => {
    renderUi(<Started />);
    await user.clear(input());
    expect(value()).toBe('');
    await user.type(input(), '5/3/2026');
    expect(value()).toBe('2026-05-03');
    await user.clear(input());
    await user.type(input(), '5/4/26');
    expect(value()).toBe('');
    await user.click(screen.getByText('Next field'));
    expect([value(), input().value]).toEqual(['2026-05-04', '05/04/2026']);
  });

  it.each([
    ['5/40/2026', 'That’s not a date. Enter it like 05/25/2026.'],
    ['5/26/2026', 'Choose 05/25/2026 or earlier.'],
    ['5/9/2026', 'Choose 05/10/2026 or later.'],
  ])('keeps %s to be mended, says what is wrong and sends no other day', async (text, sentence) => {
    renderUi(<Started min="2026-05-10" />);
    await user.clear(input());
    await user.type(input(), text);
    expect(screen.queryByText(sentence)).toBeNull();
    await user.click(screen.getByText('Next field'));
    expect(screen.getByText(sentence)).toBeTruthy();
    expect([value(), input().value]).toEqual(['', text]);
  });

  it('keeps the calendar closed over what is wrong, until it is asked for', async () => {
    const { rerender } = renderUi(<Started />);
    await user.clear(input());
    await user.type(input(), '5/40/2026');
    await user.click(screen.getByText('Next field'));
    const sentence = screen.getByText('That’s not a date. Enter it like 05/25/2026.');
    await user.click(input());
    expect(calendar()).toBeNull();
    expect(sentence.isConnected).toBe(true);
    await user.keyboard('{ArrowDown}');
    expect(calendar()).toBeTruthy();
    rerender(
      <Field label="Day" error="Enter the day of the race." touched>
        <DatePicker value="" onChange={() => {}} />
      </Field>,
    );
    await user.click(screen.getByLabelText('Day'));
    expect(calendar()).toBeNull();
  });

  it('is walked by the keys: days, weeks, months, and not beyond its bounds', async () => {
    renderUi(<Started />);
    await user.click(screen.getByRole('button', { name: 'Open calendar' }));
    const focused = () => document.activeElement?.getAttribute('aria-label');
    expect(focused()).toContain('May 20, 2026');
    await user.keyboard('{ArrowLeft}');
    expect(focused()).toContain('May 19');
    await user.keyboard('{ArrowUp}');
    expect(focused()).toContain('May 12');
    await user.keyboard('{Home}');
    expect(focused()).toContain('Sunday, May 10');
    await user.keyboard('{PageUp}');
    expect(focused()).toContain('April 10');
    await user.keyboard('{PageDown}{PageDown}');
    expect(focused()).toContain('May 25');
    await user.keyboard('{Enter}');
    expect(value()).toBe('2026-05-25');
  });

  it('moves by month with its buttons and marks the chosen day', async () => {
    renderUi(<Started />);
    await user.click(input());
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next month' }).disabled).toBe(true);
    const chosen = within(screen.getByRole('grid')).getByRole('button', { name: /May 20/u });
    expect(chosen.closest('td')?.getAttribute('aria-selected')).toBe('true');
    await user.click(screen.getByRole('button', { name: 'Previous month' }));
    expect(screen.getByText('April 2026')).toBeTruthy();
  });

  it('closes on Escape', async () => {
    renderUi(<Started />);
    await user.click(input());
    await user.keyboard('{Escape}');
    expect(calendar()).toBeNull();
    expect(document.activeElement).toBe(input());
  });
});

function Born({ start = '' }) {
  const [value, setValue] = useState(start);
  return (
    <>
      <BirthDateInput value={value} onChange={setValue} now={new Date('2026-06-01T12:00:00Z')} />
      <output data-testid="value">{value}</output>
    </>
  );
}

const texts = (label: string) =>
  [...screen.getByLabelText<HTMLSelectElement>(label).options].map((option) => option.value).filter(Boolean);

it('[AUTH-12] offers years from 11 to 120 years ago newest first, and padded days and months', () => {
  renderUi(<Born />);
  const years = texts('Year');
  expect([years[0], years.at(-1), years.length]).toEqual(['2015', '1906', 110]);
  const days = texts('Day');
  expect([days[0], days.at(-1), days.length]).toEqual(['01', '31', 31]);
  const months = texts('Month');
  expect([months[0], months.at(-1), months.length]).toEqual(['01', '12', 12]);
});

it('[AUTH-12] gives year-month-day as text', async () => {
  renderUi(<Born />);
  await user.selectOptions(screen.getByLabelText('Day'), '07');
  expect(value()).toBe('--07');
  await user.selectOptions(screen.getByLabelText('Month'), '05');
  await user.selectOptions(screen.getByLabelText('Year'), '1990');
  expect(value()).toBe('1990-05-07');
  for (const label of ['Day', 'Month', 'Year']) await user.selectOptions(screen.getByLabelText(label), '');
  expect(value()).toBe('');
});

it('takes a time of day', async () => {
  const onChange = jest.fn();
  renderUi(<TimeInput aria-label="Start" value="" onChange={onChange} />);
  const field = screen.getByLabelText('Start');
  fireEvent.change(field, { target: { value: '07:30' } });
  expect(onChange).toHaveBeenLastCalledWith('07:30');
  await user.click(screen.getByRole('button', { name: 'Choose a time' }));
  expect(document.activeElement).toBe(field);
});
