/** A text that repeats something often: what makes an engine that backtracks slow. */
export interface Attack {
  prefix: string;
  pump: string;
  suffix: string;
}

const ATTACK_LENGTH = 30_000;
const MAX_ATTACKS = 1500;
const TOKEN =
  /\\p\{[^}]*\}|\\u\{[^}]*\}|\\u[\da-f]{4}|\\x[\da-f]{2}|\\.|\[(?:\\.|[^\]\\])*\]|\(\?(?:[:=!]|<[=!]|<\w+>)|[*+?]|\{\d+(?:,\d*)?\}|[()|^$]|[^]/giu;
const SAMPLES = [
  '0',
  'a',
  'A',
  ' ',
  '\t',
  '\n',
  '.',
  ',',
  ':',
  '/',
  '-',
  '+',
  '_',
  '"',
  "'",
  '<',
  '°',
  'é',
  '\0',
];

/** Writes an attack out. */
export const attackText = ({ prefix, pump, suffix }: Attack): string =>
  prefix + pump.repeat(Math.ceil(ATTACK_LENGTH / pump.length)) + suffix;

/** Writes it the way people read it. */
export const describeAttack = ({ prefix, pump, suffix }: Attack): string =>
  `${JSON.stringify(prefix)} + ${JSON.stringify(pump)}.repeat(n) + ${JSON.stringify(suffix)}`;

/** Makes attacks out of characters that an expression names: each prefix it may begin with, each piece repeated. */
export function* makeAttacks(source: string): Generator<Attack> {
  const pieces = samplesOf(source);
  const words = [...source.matchAll(/[\p{L}\d<>/_-]{2,}/gu)].map(([word]) => word);
  const pumps = new Set([...pieces.flat(), ...pieces.map((two) => two.join('')), ...words]);
  for (const [index, [first = '']] of pieces.entries()) pumps.add(first + (pieces[index + 1]?.[0] ?? ''));
  for (const length of [3, 4, 5])
    for (let i = 0; i + length <= pieces.length; i++)
      pumps.add(
        pieces
          .slice(i, i + length)
          .map(([first = '']) => first)
          .join(''),
      );
  const prefixes = new Set(['', ...words]);
  let begun = '';
  for (const [first = ''] of pieces) prefixes.add((begun += first));
  pumps.delete('');
  let made = 0;
  // Short beginnings with every piece come first.
  for (const prefix of prefixes)
    for (const pump of pumps)
      for (const suffix of ['\u0001', '']) {
        if (++made > MAX_ATTACKS) return;
        yield { prefix, pump, suffix };
      }
}

/** For each part of an expression that stands for a character, up to two that it stands for. */
function samplesOf(source: string): string[][] {
  return [...source.matchAll(TOKEN)].flatMap(([token]) => {
    if (/^(?:[*+?()|^$]|\{\d|\(\?)/.test(token) || token === String.raw`\b` || token === String.raw`\B`)
      return [];
    if (!/^(?:\\|\[|\.$)/.test(token)) return [[token]];
    try {
      const expression = new RegExp(`^(?:${token})$`, 'u');
      const literal = Array.from(token).filter((character) => expression.test(character));
      const found = [...new Set([...SAMPLES.filter((sample) => expression.test(sample)), ...literal])];
      return found.length ? [found.slice(0, 2)] : [];
    } catch {
      return [];
    }
  });
}
