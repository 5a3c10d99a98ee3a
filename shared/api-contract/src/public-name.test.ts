import { cleanName } from './clean-text.ts';
import { findNameProblem, plainLetters } from './public-name.ts';

/** Names of people, groups and places as they are written. */
const REAL_NAMES = [
  'Zoë Müller-Lüdenscheidt',
  'Siobhán O’Connor',
  'Nguyễn Thị Ánh',
  'Łukasz Żak',
  'Işıl Çağlar',
  'Ọlá Ṣadé',
  'Ɛfua Ŋɔŋɔ',
  'Анна Петрова',
  'Ђорђе Ћирић',
  'Γιάννης Παπαδόπουλος',
  'Արամ Խաչատրյան',
  'გიორგი',
  'דוד בן־גוריון',
  'محمد علي',
  'می‌خواهم',
  'نیم‌فاصله',
  'अभिषेक क्षत्रिय',
  'বাংলা র‍্যাব',
  'ਗੁਰਪ੍ਰੀਤ',
  'ગુજરાત',
  'தமிழ்',
  'తెలుగు',
  'ಕನ್ನಡ',
  'മലയാളം',
  'ශ්‍රී ලංකා',
  'สมชาย',
  'ລາວ',
  'བོད',
  'မြန်မာ',
  'កម្ពុជា',
  '김민준',
  '山田 太郎',
  'さくらカード',
  'Tシャツ',
  'ＲＵＮ部',
  'ትግርኛ',
  'Mª José',
  '1º de Mayo',
  'Анна Smith',
  'GPS-трек',
  '5 км × 3',
  'Boulder 🏔️ 🏃‍♀️ 👩🏽‍🚀',
  '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F} 1️⃣ ❤️‍🔥',
  'Łódź №1',
];

it.each(REAL_NAMES)('[DATA-02] %s is a name as it is written', (name) => {
  const stored = plainLetters(cleanName(name));
  expect(findNameProblem(stored)).toBeNull();
  expect(cleanName(stored)).toBe(stored);
  // Letters of another style are written plainly; nothing else changes.
  expect(stored).toBe(name.normalize('NFC').replace('ＲＵＮ', 'RUN'));
});

it('[DATA-02] a letter of another script within a word is refused and named', () => {
  for (const [name, character] of [
    ['W\u0430ymark', '\u0430'],
    ['\u0410nn Lee', '\u0410'],
    ['Robin R\u03BFss', '\u03BF'],
    ['Ирин\u0061', 'a'],
    ['G\u0585od', '\u0585'],
    ['\u05D0\u05D1\u0430', '\u0430'],
  ] as const)
    expect([name, findNameProblem(name)]).toEqual([
      name,
      { code: 'mixed_scripts', parameters: { character } },
    ]);
  expect(findNameProblem('W\u0251ymark')).toEqual({
    code: 'look_alike',
    parameters: { character: '\u0251' },
  });
  for (const name of [
    '\u1D00nn',
    'Caro\u01C0',
    '\u2C6Dnn',
    'O\uA78CB',
    '\u13AAoach',
    '\uA4EA\uA4EE\uA4EC\uA4DF\uA4EE\uA4E3\uA4D7',
    '\u13B3\u13AA\u13A9\u13B7\u13AA\u13D2\u13E6',
    '\u2C9F\u2C9F',
  ])
    expect([name, findNameProblem(plainLetters(cleanName(name)))?.code]).toEqual([name, 'look_alike']);
});

it.each([
  ['Caro\u217C', 'Carol'],
  ['\u2160da', 'Ida'],
  ['\uFB01nn', 'finn'],
  ['Mo\u017Fs', 'Moss'],
  ['i\u0307ngo', 'ingo'],
  ['Ann\u1D43', 'Anna'],
  ['A\u2010B', 'A-B'],
  ['A\u2011B', 'A-B'],
  ['a\u20DDb', 'ab'],
  ['b\u0335\u0336\u0337\u0338\u0339\u033A\u033B\u033C', 'b\u0339\u033A\u033B'],
  ['Bob\u{1F3F4}\u{E0061}\u{E0062}\u{E007F}', 'Bob\u{1F3F4}'],
  ['\u6F22\u{E0101}', '\u6F22'],
  ['\u0915\u094D\u200D', '\u0915\u094D'],
])('[DATA-02] %s is stored as it is seen', (name, stored) => {
  expect(plainLetters(cleanName(name))).toBe(stored);
  expect(findNameProblem(stored)).toBeNull();
});

/** What shows nothing, or not the same everywhere. */
const UNSEEN = [
  '\u00AD',
  '\u034F',
  '\u061C',
  '\u115F',
  '\u1160',
  '\u17B4',
  '\u180E',
  '\u200B',
  '\u200C',
  '\u200D',
  '\u200E',
  '\u200F',
  '\u202A',
  '\u202E',
  '\u2060',
  '\u2063',
  '\u2066',
  '\u206A',
  '\u2800',
  '\u3164',
  '\uFE00',
  '\uFE0F',
  '\uFEFF',
  '\uFFA0',
  '\uFDD0',
  '\uFFFE',
  '\uE000',
  '\uF8FF',
  '\u0378',
  '\u{1D173}',
  '\u{E0001}',
  '\u{E0061}',
  '\u{E007F}',
  '\u{E0100}',
  '\u{F0000}',
  '\u{10FFFF}',
];

it('[DATA-02] no two names differ in what nobody sees', () => {
  for (const sign of UNSEEN)
    for (const written of [`Ann${sign}Lee`, `${sign}AnnLee`, `AnnLee${sign}`, `Ann${sign}${sign}Lee`])
      expect([sign.codePointAt(0)?.toString(16), cleanName(written).replace('Ann Lee', 'AnnLee')]).toEqual([
        sign.codePointAt(0)?.toString(16),
        'AnnLee',
      ]);
  for (const written of [
    'Ann  Lee',
    'Ann\u00A0Lee',
    'Ann\u3000Lee',
    'Ann \u2800 Lee',
    ' Ann\u2003Lee ',
    '1\uFE0F',
  ])
    expect(cleanName(written)).toBe(written === '1\uFE0F' ? '1' : 'Ann Lee');
});

it('[DATA-02] letters in another style are written as everybody writes them', () => {
  expect(plainLetters('𝐀𝓃𝔫 Ｌｅｅ ℝ𝟙 ™')).toBe('Ann Lee R1 ™');
});
