import { splitParam } from './paths.ts';

const MAX_LENGTH = 300;
const MAX_PARTS = 8;
/** How many ways the repetitions of one restriction may be combined that are not unbounded. */
const MAX_COMBINATIONS = 100;

/**
 * Says what is wrong with a page pattern. A pattern that passes can be compiled, and no address makes matching it slow.
 * @returns a sentence, or null when nothing is wrong
 */
export function pagePatternProblem(pattern: string): string | null {
  if (pattern.length > MAX_LENGTH) return `A page pattern has at most ${MAX_LENGTH} characters.`;
  const parts = pattern.split('/').filter(Boolean);
  if (parts.length > MAX_PARTS) return `A page pattern has at most ${MAX_PARTS} parts.`;
  const names = new Set<string>();
  for (const [index, part] of parts.entries()) {
    if (part === '*' && index < parts.length - 1) return 'In a page pattern * stands at the end only.';
    if (!part.startsWith(':')) continue;
    const param = splitParam(part);
    if (!param) return `"${part}" is not a parameter like :id or :id(\\d+).`;
    const { name, restriction } = param;
    if (names.has(name)) return `The parameter :${name} is there twice.`;
    names.add(name);
    const problem = restriction === undefined ? null : restrictionProblem(restriction);
    if (problem) return `The restriction of :${name} ${problem}`;
  }
  return null;
}

const restrictionProblem = (source: string): string | null =>
  canCompile(source) ? findSlowConstruct(source) : 'is not a regular expression.';

function canCompile(source: string): boolean {
  try {
    // unchecked expression: it is compiled here, and not run.
    return Boolean(new RegExp(`^(?:${source})$`));
  } catch {
    return false;
  }
}

/**
 * Reads a restriction that is a regular expression. Allowed is what a backtracking engine matches in linear time:
 * alternatives, groups that are not repeated, lookaheads, and in each alternative one unbounded repetition of a single
 * character or class.
 */
function findSlowConstruct(source: string): string | null {
  const ATOM = /\\(?:u[\da-fA-F]{4}|x[\da-fA-F]{2}|[^\d])|\[(?:\\.|[^[\]\\])*\]|[^\\[\]()|*+?{}]/y;
  const REPETITION = /[*+?]\??|\{(\d+)(,(\d*))?\}\??/y;
  /** One level for each open group: unbounded repetitions of the alternative being read, and the most of those before it. */
  const levels = [{ current: 0, most: 0 }];
  let combinations = 1;
  let at = 0;
  const take = (expression: RegExp) => {
    expression.lastIndex = at;
    const found = expression.exec(source);
    if (found) at = expression.lastIndex;
    return found;
  };
  while (at < source.length) {
    const level = levels.at(-1)!;
    if (take(/\((?:\?[:=!])?/y)) levels.push({ current: 0, most: 0 });
    else if (take(/\|/y)) {
      level.most = Math.max(level.most, level.current);
      level.current = 0;
    } else if (take(/\)/y)) {
      levels.pop();
      levels.at(-1)!.current += Math.max(level.most, level.current);
      if (take(REPETITION)) return 'repeats a group, which can take very long. Repeat single characters.';
    } else if (take(ATOM)) {
      const repetition = take(REPETITION);
      if (!repetition) continue;
      const [text, least = '', range, most = ''] = repetition;
      if (text.startsWith('?')) combinations *= 2;
      else if (least === '' || (range !== undefined && most === '')) level.current++;
      else combinations *= Math.max(1, Number(most || least) - Number(least) + 1);
    } else return `uses "${source.slice(at, at + 3)}", which is not allowed in a page pattern.`;
    if (levels.some(({ current }) => current > 1) || combinations > MAX_COMBINATIONS)
      return 'repeats more than one part, which can take very long. Repeat one part only.';
  }
  return null;
}
