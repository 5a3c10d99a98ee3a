import { cleanName, cleanText } from './clean-text.ts';

it('[DATA-02] a name is one line without controls, without what turns directions, and without blank ends', () => {
  const names: [written: string, stored: string][] = [
    ['Ann\u202Egpj.exe', 'Anngpj.exe'],
    ['\u2066Ann\u2069 \u200FLee\u200B', 'Ann Lee'],
    ['\u200B\uFEFF Ann\u2060\u3164\u2800', 'Ann'],
    ['Morning\r\nrun\t1\u2028end', 'Morning run 1 end'],
    ['\u001B[31mred\u0007\u0085', '[31mred'],
    ['half \uD83D', 'half \uFFFD'],
    ['Zoe\u0308', 'Zoë'],
    ['\u200B\u2063', ''],
    [' \u{E0061}\u{E0100}\uFE0F', ''],
    [
      '👩‍👩‍👧 ❤️ \u{1F3F4}\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}',
      '👩‍👩‍👧 ❤️ \u{1F3F4}\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}',
    ],
    ['नमस्ते می‌خواهم', 'नमस्ते می‌خواهم'],
    ['Plain name', 'Plain name'],
  ];
  for (const [written, stored] of names) {
    expect(cleanName(written)).toBe(stored);
    expect(cleanName(stored)).toBe(stored);
  }
});

it('[DATA-02] longer texts keep their lines and blanks', () => {
  expect(cleanText(' one\r\n\ttwo\u2029\u202Dthree\u0000\n ')).toBe(' one\n\ttwo\nthree\n ');
  expect(cleanText(' a\n')).toBe(' a\n');
});

it('[DATA-02] marks piled up on a letter cost no quadratic time', () => {
  const began = performance.now();
  expect(cleanText(`a${'\u0301\u0316'.repeat(200_000)}`).length).toBeLessThan(10);
  expect(cleanName(`${'\u200B'.repeat(200_000)}a${'\u200B'.repeat(200_000)}b`)).toBe('ab');
  expect(cleanName(`\u0627${'\u064B\u200C'.repeat(200_000)}\u0627`).length).toBeLessThan(200_100);
  expect(performance.now() - began).toBeLessThan(2000);
});
