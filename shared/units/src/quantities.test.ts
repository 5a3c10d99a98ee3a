import {
  formatDistance,
  formatElevation,
  formatEnergy,
  formatHeight,
  formatNumber,
  formatPace,
  formatSpeed,
  formatTemperature,
  formatWeight,
  isBlankTile,
  measurementSystemFor,
  parseNumber,
  unitsOf,
} from './index.ts';

it('[UNIT-02] distances have two decimals below 10 and one from there on', () => {
  expect(formatDistance(5000, 'metric')).toEqual({ value: '5.00', unit: 'km' });
  expect(formatDistance(9994, 'metric').value).toBe('9.99');
  expect(formatDistance(9996, 'metric').value).toBe('10.0');
  expect(formatDistance(42_195, 'metric').value).toBe('42.2');
  expect(formatDistance(1609.344, 'imperial')).toEqual({ value: '1.00', unit: 'mi' });
  expect(formatDistance(42_195, 'metric', { digits: 3 }).value).toBe('42.195');
  expect(formatDistance(1500, 'metric', { unit: 'm', digits: 0 })).toEqual({ value: '1,500', unit: 'm' });
});

it('[UNIT-02] other values have no decimal or one', () => {
  expect(formatElevation(123.4, 'metric')).toEqual({ value: '123', unit: 'm' });
  expect(formatElevation(100, 'imperial')).toEqual({ value: '328', unit: 'ft' });
  expect(formatSpeed(10, 'metric')).toEqual({ value: '36.0', unit: 'km/h' });
  expect(formatSpeed(10, 'imperial')).toEqual({ value: '22.4', unit: 'mph' });
  expect(formatWeight(70, 'metric')).toEqual({ value: '70.0', unit: 'kg' });
  expect(formatWeight(70, 'imperial')).toEqual({ value: '154.3', unit: 'lb' });
  expect(formatEnergy(512.6)).toEqual({ value: '513', unit: 'kcal' });
  expect(formatEnergy(4_184_000, { from: 'J' })).toEqual({ value: '1,000', unit: 'kcal' });
  expect(formatEnergy(100, { unit: 'kJ' })).toEqual({ value: '418', unit: 'kJ' });
});

it('[UNIT-02] paces read m:ss and carry a full minute over', () => {
  expect(formatPace(1000 / 312, 'metric')).toEqual({ value: '5:12', unit: 'min/km' });
  expect(formatPace(1000 / 359.7, 'metric').value).toBe('6:00');
  expect(formatPace(1609.344 / 480, 'imperial')).toEqual({ value: '8:00', unit: 'min/mi' });
  expect(formatPace(1, 'metric', { unit: 'min/100 m' })).toEqual({ value: '1:40', unit: 'min/100 m' });
});

it('[UNIT-02] a value that is not there is a dash with its unit', () => {
  for (const nothing of [null, undefined, Number.NaN]) {
    expect(formatDistance(nothing, 'metric')).toEqual({ value: '–', unit: 'km' });
    expect(formatElevation(nothing, 'imperial')).toEqual({ value: '–', unit: 'ft' });
    expect(formatPace(nothing, 'imperial')).toEqual({ value: '–', unit: 'min/mi' });
    expect(formatSpeed(nothing, 'metric').value).toBe('–');
    expect(formatWeight(nothing, 'metric').value).toBe('–');
    expect(formatEnergy(nothing).value).toBe('–');
    expect(formatHeight(nothing, 'imperial').value).toBe('–');
    expect(formatTemperature(nothing, 'imperial').value).toBe('–');
  }
  expect(formatPace(0, 'metric').value).toBe('–');
});

it('[UNIT-02] numbers follow the locale', () => {
  expect(formatDistance(1_234_567, 'metric', { locale: 'de-DE' }).value).toBe('1.234,6');
  expect(formatDistance(5250, 'metric', { locale: 'fr-FR' }).value).toBe('5,25');
  expect(formatNumber(-0.04, { digits: 1 })).toBe('0.0');
});

it('heights and temperatures follow the system', () => {
  expect(formatHeight(1.8, 'metric')).toEqual({ value: '180', unit: 'cm' });
  expect(formatHeight(1.8, 'imperial')).toEqual({ value: '5′ 11″', unit: '' });
  expect(formatHeight(1.828, 'imperial').value).toBe('6′ 0″');
  expect(formatTemperature(20, 'metric')).toEqual({ value: '20', unit: '°C' });
  expect(formatTemperature(20, 'imperial')).toEqual({ value: '68', unit: '°F' });
});

it('[UNIT-03] the system is the member’s own, else imperial in the US and metric elsewhere', () => {
  expect(measurementSystemFor({ member: 'metric', country: 'US' })).toBe('metric');
  expect(measurementSystemFor({ member: 'imperial', country: 'DE' })).toBe('imperial');
  expect(measurementSystemFor({ country: 'US' })).toBe('imperial');
  expect(measurementSystemFor({ country: 'us' })).toBe('imperial');
  expect(measurementSystemFor({ country: 'GB' })).toBe('metric');
  expect(measurementSystemFor({ member: null, country: null })).toBe('metric');
  expect(unitsOf('imperial')).toMatchObject({
    distance: 'mi',
    elevation: 'ft',
    weight: 'lb',
    pace: 'min/mi',
  });
});

it.each([
  [0, true],
  ['0', true],
  ['00:00', true],
  ['', true],
  [null, true],
  [1, false],
  ['0:05', false],
  ['5.00', false],
])('[WORK-10] a tile with %p is hidden: %p', (value, hidden) => {
  expect(isBlankTile(value)).toBe(hidden);
});

it('[WORK-10] a forced zero stays, a missing value does not', () => {
  expect([0, '0', '00:00'].map((value) => isBlankTile(value, true))).toEqual([false, false, false]);
  expect(isBlankTile(null, true)).toBe(true);
});

it.each([
  ['5.2', 'en-US', 5.2],
  ['5,2', 'en-US', 5.2],
  ['1,234.5', 'en-US', 1234.5],
  ['5,2', 'de-DE', 5.2],
  ['5.2', 'de-DE', 5.2],
  ['1.234,5', 'de-DE', 1234.5],
  [' 12 ', 'en-US', 12],
  ['1 234,5', 'fr-FR', 1234.5],
  ['-3', 'en-US', -3],
  ['.5', 'en-US', 0.5],
  ['', 'en-US', null],
  ['ten', 'en-US', null],
  ['1.2.3', 'en-US', null],
  ['5km', 'en-US', null],
])('reads %p typed in %s as %p', (text, locale, expected) => {
  expect(parseNumber(text, locale)).toBe(expected);
});

it('[UNIT-02] English numbers are written as the browser writes them, halves and thousands too', () => {
  const halves = [0.5, 1.005, 2.5, 1.45, 8.575, 0.045, 1234.5, 999.95, 999_999.5, 9.995, 1e-7, 1e14 + 0.5];
  const sizes = Array.from({ length: 2000 }, (_, i) => ((i * 7919) % 1000) * 10 ** ((i % 17) - 5) + i / 3);
  for (const digits of [0, 1, 2, 3, 5]) {
    const format = new Intl.NumberFormat('en-US', {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    for (const value of [...halves, ...sizes]) {
      expect(formatNumber(value, { digits, locale: 'en-us' })).toBe(format.format(value));
      if (value >= 0.5 / 10 ** digits)
        expect(formatNumber(-value, { digits })).toBe(format.format(-value).replace('-', '−'));
    }
  }
});

it('[UNIT-02] other languages write them their own way', () => {
  expect(formatNumber(1234.5, { digits: 1, locale: 'de' })).toBe('1.234,5');
});
