import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderUi } from '../test-render.tsx';
import { countries, CountryPicker } from './country-picker.tsx';
import { DurationInput } from './duration-input.tsx';

const user = userEvent.setup({ delay: null });

function Duration({ start = null as number | null, showHours = true }) {
  const [value, setValue] = useState(start);
  return (
    <>
      <DurationInput value={value} onChange={setValue} showHours={showHours} />
      <p data-testid="value">{String(value)}</p>
      <button onClick={() => setValue(59)}>Load</button>
    </>
  );
}
const value = () => screen.getByTestId('value').textContent;
const part = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

describe('[UI-03] the duration input', () => {
  it('counts empty parts as 0', async () => {
    renderUi(<Duration />);
    await user.type(part('Minutes'), '5');
    expect(value()).toBe('300');
    await user.type(part('Hours'), '1');
    expect(value()).toBe('3900');
    await user.clear(part('Minutes'));
    await user.clear(part('Hours'));
    expect(value()).toBe('0');
  });

  it('shows what it is given, and what is loaded later', async () => {
    renderUi(<Duration start={3725} />);
    expect(['Hours', 'Minutes', 'Seconds'].map((name) => part(name).value)).toEqual(['1', '2', '5']);
    await user.click(screen.getByText('Load'));
    expect(['Hours', 'Minutes', 'Seconds'].map((name) => part(name).value)).toEqual(['0', '0', '59']);
  });

  it('refuses 60 minutes beside hours, in words, and keeps what was typed', async () => {
    renderUi(<Duration />);
    await user.type(part('Minutes'), '60');
    expect(value()).toBe('null');
    expect(part('Minutes').value).toBe('60');
    expect(part('Minutes').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('Minutes and seconds go up to 59.')).toBeTruthy();
  });

  it('takes 60 minutes where no hours are shown, and never 60 seconds', async () => {
    renderUi(<Duration showHours={false} />);
    expect(screen.queryByLabelText('Hours')).toBeNull();
    await user.type(part('Minutes'), '90');
    expect(value()).toBe('5400');
    await user.type(part('Seconds'), '60');
    expect(value()).toBe('null');
  });

  it('refuses a negative part', async () => {
    renderUi(<Duration />);
    await user.type(part('Hours'), '-1');
    expect(value()).toBe('null');
    expect(screen.getByText('A duration can’t be negative.')).toBeTruthy();
  });
});

describe('[UI-03] the country picker', () => {
  it('names countries in the language, in its order', () => {
    const german = countries('de');
    expect(german.find(({ value }) => value === 'AT')?.label).toBe('Österreich');
    const names = german.map(({ label }) => label);
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'de')));
    expect(new Set(german.map(({ value }) => value)).size).toBe(249);
  });

  it('gives the code', async () => {
    const onChange = jest.fn();
    renderUi(<CountryPicker aria-label="Country" value="" onChange={onChange} only={['US', 'CA']} />);
    await user.selectOptions(screen.getByLabelText('Country'), 'Canada');
    expect(onChange).toHaveBeenCalledWith('CA');
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Choose a country',
      'Canada',
      'United States',
    ]);
  });
});
