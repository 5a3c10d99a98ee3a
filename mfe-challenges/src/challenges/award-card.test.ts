import { drawAwardCard, wrapTitle } from './award-card.ts';

it.each([
  ['November 100', ['November 100']],
  ['The long way round the lake', ['The long way round the', 'lake']],
  ['a'.repeat(40), [`${'a'.repeat(25)}…`]],
  [
    Array.from({ length: 12 }, () => 'kilometres').join(' '),
    ['kilometres kilometres', 'kilometres kilometres', 'kilometres kilometres …'],
  ],
])('[CHAL-05] breaks the title %s into lines', (title, lines) => {
  expect(wrapTitle(title)).toEqual(lines);
});

it('[CHAL-05] draws whatever a title holds as text', () => {
  const svg = drawAwardCard({
    kind: 'rank_1',
    title: '<script>&"',
    awardName: 'First place',
    detail: 'Robin · 1 km',
  });
  const picture = new DOMParser().parseFromString(svg, 'image/svg+xml');
  expect(picture.querySelector('parsererror, script')).toBeNull();
  const texts = [...picture.querySelectorAll('text')].map((text) => text.textContent);
  expect(texts).toEqual(['1', 'First place', '<script>&"', 'Robin · 1 km', 'Waymark']);
});
