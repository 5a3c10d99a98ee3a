import { screen } from '@testing-library/react';
import { GROUP_ICONS, type ActivityGroupKey } from '@waymark/activities';
import { MARK_SVG } from '../mark-svg.ts';
import { Mark } from '../mark.tsx';
import { renderUi } from '../test-render.tsx';
import { ActivityIcon } from './activity-icon.tsx';
import * as icons from './icons.tsx';

it('draws every icon, hidden from screen readers unless it has a label', () => {
  for (const Icon of Object.values(icons)) {
    const { container, unmount } = renderUi(<Icon />);
    expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true');
    expect(container.querySelector('path')?.getAttribute('d')).toMatch(/^M[\d.]+/u);
    unmount();
  }
  renderUi(<icons.LockIcon label="Private" size={16} />);
  expect(screen.getByRole('img', { name: 'Private' }).getAttribute('width')).toBe('16');
});

it('gives each activity group its drawing and its colour', () => {
  for (const group of Object.keys(GROUP_ICONS) as ActivityGroupKey[]) {
    const { unmount } = renderUi(<ActivityIcon group={group} label={group} />);
    expect(screen.getByRole('img', { name: group }).getAttribute('stroke')).toBe(`var(--wm-group-${group})`);
    unmount();
  }
  renderUi(<ActivityIcon group="run" label="Run" coloured={false} />);
  expect(screen.getByRole('img', { name: 'Run' }).getAttribute('stroke')).toBe('currentColor');
});

it('is the same mark in the page and in the tab', () => {
  renderUi(<Mark size={16} label="Waymark" />);
  const d = screen.getByRole('img', { name: 'Waymark' }).querySelector('path')?.getAttribute('d');
  const svg = new DOMParser().parseFromString(MARK_SVG, 'image/svg+xml');
  expect(svg.querySelector('parsererror')).toBeNull();
  expect(svg.querySelector('path')?.getAttribute('d')).toBe(d);
});
