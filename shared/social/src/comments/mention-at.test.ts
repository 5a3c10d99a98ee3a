import { insertMention, mentionAt } from './mention-at.ts';

it.each([
  ['@', 1, ''],
  ['Nice one @an', 12, 'an'],
  ['Nice (@an', 9, 'an'],
  ['@ana and @be', 12, 'be'],
])('a mention is being typed in %j at %d', (text, caret, search) => {
  expect(mentionAt(text, caret)?.search).toBe(search);
});

it.each([
  ['ana@example.com', 15],
  ['Nice one', 8],
  ['@ana ', 5],
  [`@${'a'.repeat(60)}`, 61],
])('none is in %j at %d', (text, caret) => {
  expect(mentionAt(text, caret)).toBeNull();
});

it('a chosen name takes the place of what was typed, and writing goes on behind it', () => {
  const text = 'Go @an now';
  expect(insertMention(text, mentionAt(text, 6)!, 'ana')).toEqual({ text: 'Go @ana now', caret: 8 });
});
