import { screen } from '@testing-library/react';
import { installTestHost, renderPage } from '@waymark/remote/testing';
import { StoryText } from './story-text.tsx';
import { sampleActor } from './testing/samples.ts';

const show = (text: string) => {
  installTestHost(() => {
    throw new Error('No calls.');
  });
  return renderPage(<StoryText text={text} mentions={[sampleActor()]} />).container;
};

it('links addresses without the full stop behind them, and members who are mentioned', () => {
  const { textContent } = show('See https://club.example/run?day=1. Thanks @ana, @nobody');
  const [address, member] = screen.getAllByRole('link');
  expect(address?.getAttribute('href')).toBe('https://club.example/run?day=1');
  expect(address?.getAttribute('rel')).toBe('nofollow ugc noopener noreferrer');
  expect(member?.getAttribute('href')).toBe('/profile/12');
  expect(textContent).toBe('See https://club.example/run?day=1. Thanks Ana Ridge, @nobody');
});

it.each([
  '<img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '[x](javascript:alert(1))',
  'data:text/html,<script>1</script>',
  '<a href="https://a.example" onclick="x()">x</a>',
])('markup stays text: %s', (text) => {
  const container = show(text);
  expect(container.textContent).toBe(text);
  expect(container.querySelector('img, script, [onclick]')).toBeNull();
  for (const link of container.querySelectorAll('a')) expect(link.protocol).toBe('https:');
});
