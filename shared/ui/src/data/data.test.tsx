import { screen, within } from '@testing-library/react';
import { renderUi } from '../test-render.tsx';
import { Card, Panel } from './card.tsx';
import { Figure, StatTile } from './figure.tsx';
import { formatRelative, RelativeTime } from './relative-time.tsx';
import { relativeInEnglish } from './relative-in-english.ts';
import { Table } from './table.tsx';

describe('[WORK-10] a stat tile', () => {
  it.each([0, '0', '00:00', null, undefined, ''])('hides %p', (value) => {
    renderUi(<StatTile label="Distance" value={value} unit="km" />);
    expect(screen.queryByText('Distance')).toBeNull();
  });

  it.each([0, '0', '00:00'])('shows %p when zero is forced', (value) => {
    renderUi(<StatTile label="Distance" value={value} unit="km" forceZero />);
    expect(screen.getByRole('group', { name: 'Distance' }).textContent).toContain(`${value}\u00a0km`);
  });

  it.each([0.5, '0:12', '10', '–'])('shows %p', (value) => {
    renderUi(<StatTile label="Distance" value={value} note="best of May" />);
    expect(screen.getByRole('group', { name: 'Distance' }).textContent).toContain(String(value));
    expect(screen.getByText('best of May')).toBeTruthy();
  });
});

it('never parts a number from its unit', () => {
  const { container } = renderUi(<Figure value="12.4" unit="km" size="md" />);
  expect(container.textContent).toBe('12.4\u00a0km');
  expect(container.querySelector('.wm-figure__unit')?.textContent).toBe('km');
});

it('says yesterday and tells the exact time in the tooltip', () => {
  renderUi(<RelativeTime date="2026-05-03T08:15:00" now={new Date('2026-05-04T12:00:00')} />);
  const time = screen.getByText(/yesterday/iu);
  expect(time.tagName).toBe('TIME');
  expect(time.title).toContain('Sunday, May 3, 2026');
  expect(time.title).toContain('8:15');
});

it.each([
  ['2026-05-04T11:59:30', 'now'],
  ['2026-05-04T11:15:00', '45 minutes ago'],
  ['2026-05-04T01:00:00', '11 hours ago'],
  ['2026-05-03T23:30:00', 'yesterday'],
  ['2026-05-03T00:10:00', 'yesterday'],
  ['2026-04-30T23:00:00', '4 days ago'],
  ['2026-05-05T20:00:00', 'tomorrow'],
  ['2026-04-27T12:00:00', 'Apr 27'],
  ['2025-12-31T12:00:00', 'Dec 31, 2025'],
])('speaks of %s as %s', (date, text) => {
  expect(formatRelative(date, 'en-US', new Date('2026-05-04T12:00:00'))).toBe(text);
});

it('the words for moments of a first view are those of the page', () => {
  const now = new Date('2026-01-04T12:30:00');
  const seconds = [
    0, 59, 60, 119, 120, 3599, 3600, 7200, 40_000, 86_400, 129_600, 518_400, 604_800, 2e6, 4e7,
  ];
  for (const moment of seconds.flatMap((one) => [one, -one]))
    expect(relativeInEnglish(new Date(now.getTime() + moment * 1000).toISOString(), now)).toBe(
      formatRelative(new Date(now.getTime() + moment * 1000), 'en-us', now),
    );
});

it('shows nothing for what is no time', () => {
  const { container } = renderUi(<RelativeTime date="soon" />);
  expect(container.textContent).toBe('');
});

it('is a table with a name, figures apart, and labels for the list it becomes on a phone', () => {
  renderUi(
    <Table
      caption="Splits"
      stack
      rows={[
        { km: 1, pace: '5:11' },
        { km: 2, pace: '5:02' },
      ]}
      rowKey={(row) => row.km}
      highlight={(row) => row.km === 2}
      columns={[
        { key: 'km', header: 'Kilometre', render: (row) => row.km },
        { key: 'pace', header: <b>Pace</b>, label: 'Pace', figure: true, render: (row) => row.pace },
      ]}
    />,
  );
  const table = screen.getByRole('table', { name: 'Splits' });
  const rows = within(table).getAllByRole('row');
  expect(rows).toHaveLength(3);
  const cell = within(table).getByRole('cell', { name: '5:02' });
  expect([cell.dataset['label'], cell.dataset['figure']]).toEqual(['Pace', '']);
  expect(rows[2]?.dataset['highlight']).toBe('');
  expect(rows[1]?.dataset['highlight']).toBeUndefined();
});

it('titles a section and keeps its action beside it', () => {
  renderUi(
    <Panel title="Records" action={<a href="/all">All</a>} id="records">
      <Card data-testid="card">Fastest 5 km</Card>
    </Panel>,
  );
  expect(screen.getByRole('heading', { level: 2, name: 'Records' }).closest('section')?.id).toBe('records');
  expect(screen.getByTestId('card').className).toContain('wm-card');
});
