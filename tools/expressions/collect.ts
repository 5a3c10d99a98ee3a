import { parseSync } from '@swc/core';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A regular expression of the source. */
export interface Expression {
  source: string;
  flags: string;
  /** Where it stands: `path:line`. */
  place: string;
}

export interface ExpressionList {
  expressions: Expression[];
  /** Places of expressions that are put together while the product runs. */
  computed: string[];
}

/** Beside an expression that is safe for a reason the checker cannot see; the reason follows, with what bounds the text. */
const ALLOWANCE = '// unchecked expression: ';

interface Node {
  type: string;
  span: { start: number; end: number };
  [key: string]: unknown;
}

function isSplit(node: Node): boolean {
  const callee = node.callee as Node | undefined;
  return (
    node.type === 'CallExpression' &&
    callee?.type === 'MemberExpression' &&
    (callee.property as Node).value === 'split'
  );
}

/**
 * Reads every regular expression of a file: literals, and calls of `RegExp` with constant text. What splits a text has
 * the flag `g`, as it is searched for as often.
 */
export function collectExpressions(root: string, path: string): ExpressionList {
  const code = readFileSync(join(root, path), 'utf8');
  const bytes = Buffer.from(code);
  const tree = parseSync(code, {
    syntax: 'typescript',
    tsx: path.endsWith('x'),
    target: 'es2022',
  }) as unknown as Node;
  // Positions count bytes from 1.
  const before = ({ span }: Node) => bytes.toString('utf8', 0, span.start - 1);

  const constants = new Map<string, Node>();
  /** Arguments of `split`, which searches again behind each match. */
  const separators = new Set<unknown>();
  visit(tree, (node) => {
    if (isSplit(node)) separators.add((node.arguments as { expression: Node }[])[0]?.expression);
    if (node.type !== 'VariableDeclaration' || node.kind !== 'const') return;
    for (const { id, init } of node.declarations as { id: Node; init: Node | null }[])
      if (id.type === 'Identifier' && init) constants.set(String(id.value), init);
  });

  for (const separator of [...separators] as (Node | undefined)[])
    if (separator?.type === 'Identifier') separators.add(constants.get(String(separator.value)));

  const expressions: Expression[] = [];
  const computed: string[] = [];
  visit(tree, (node) => {
    const isCall = node.type === 'NewExpression' || node.type === 'CallExpression';
    if (!isCall && node.type !== 'RegExpLiteral') return;
    const lines = before(node).split('\n');
    if (lines.at(-2)?.includes(ALLOWANCE)) return;
    const place = `${path}:${lines.length}`;
    if (node.type === 'RegExpLiteral') {
      const flags = String(node.flags);
      const isRepeated = separators.has(node) && !flags.includes('g');
      expressions.push({ source: String(node.pattern), flags: isRepeated ? `${flags}g` : flags, place });
      return;
    }
    const callee = node.callee as Node | undefined;
    if (callee?.type !== 'Identifier' || callee.value !== 'RegExp') return;
    const [source, flags = ''] = ((node.arguments ?? []) as { expression: Node }[]).map(({ expression }) =>
      constantText(expression, constants),
    );
    if (typeof source === 'string' && typeof flags === 'string') expressions.push({ source, flags, place });
    else computed.push(place);
  });
  return { expressions, computed };
}

/** The text of an expression that is made of literals and constants of its file; null for any other. */
function constantText(node: Node, constants: ReadonlyMap<string, Node>): string | null {
  const read = (part: Node) => constantText(part, constants);
  if (node.type === 'StringLiteral') return String(node.value);
  if (node.type === 'ParenthesisExpression') return read(node.expression as Node);
  if (node.type === 'MemberExpression') {
    const { object, property } = node as unknown as { object: Node; property: Node };
    const literal = object.type === 'RegExpLiteral' ? object : constants.get(String(object.value));
    return literal?.type === 'RegExpLiteral' && property.value === 'source' ? String(literal.pattern) : null;
  }
  if (node.type === 'Identifier') {
    const value = constants.get(String(node.value));
    return value ? read(value) : null;
  }
  if (node.type === 'BinaryExpression' && node.operator === '+') {
    const [left, right] = [read(node.left as Node), read(node.right as Node)];
    return left === null || right === null ? null : left + right;
  }
  if (node.type === 'TaggedTemplateExpression') {
    const { tag, template } = node as unknown as { tag: Node; template: Node };
    const isRaw = (tag.property as Node | undefined)?.value === 'raw';
    return isRaw ? joinTemplate(template, 'raw', read) : null;
  }
  return node.type === 'TemplateLiteral' ? joinTemplate(node, 'cooked', read) : null;
}

function joinTemplate(
  template: Node,
  form: 'raw' | 'cooked',
  read: (part: Node) => string | null,
): string | null {
  const texts = (template.quasis as Record<typeof form, string>[]).map((quasi) => quasi[form]);
  const values = (template.expressions as Node[]).map(read);
  if (values.includes(null)) return null;
  return texts.map((text, i) => text + (values[i] ?? '')).join('');
}

function visit(value: unknown, look: (node: Node) => void): void {
  if (Array.isArray(value)) for (const item of value) visit(item, look);
  else if (value && typeof value === 'object') {
    if (typeof (value as Node).type === 'string') look(value as Node);
    for (const part of Object.values(value)) visit(part, look);
  }
}
