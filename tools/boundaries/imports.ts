import { parseSync } from '@swc/core';
import { readFileSync } from 'node:fs';

export interface Import {
  specifier: string;
  /** Names taken from it; '*' for all of it. Types are left out. */
  names: string[];
}

const parsed = new Map<string, Import[]>();

/** Everything that a source file imports, statically or not, types included; a file is read once per process. */
export function importsOf(file: string): Import[] {
  const known = parsed.get(file);
  if (known) return known;
  const found: Import[] = [];
  parsed.set(file, found);
  visit(parse(file), (node) => {
    const source = (node.source as { value?: string } | null | undefined)?.value;
    if (source !== undefined && /^(Import|Export)/.test(node.type))
      found.push({ specifier: source, names: node.typeOnly ? [] : namesIn(node) });
    const call = node.type === 'CallExpression' && (node.callee as Node);
    if (!call || !(call.type === 'Import' || (call.type === 'Identifier' && call.value === 'require')))
      return;
    const argument = (node.arguments as { expression: Node }[])[0]?.expression;
    if (argument?.type === 'StringLiteral') found.push({ specifier: String(argument.value), names: ['*'] });
  });
  return found;
}

/** Names that a file hands on from elsewhere: `export { a, b } from 'x'`. */
export const exportedNames = (file: string): string[] => importsOf(file).flatMap(({ names }) => names);

/** Every text that stands in a source file; each placeholder of a template is a NUL. */
export function literalsOf(file: string): string[] {
  const texts: string[] = [];
  visit(parse(file), (node) => {
    if (node.type === 'StringLiteral') texts.push(String(node.value));
    if (node.type === 'TemplateLiteral')
      texts.push((node.quasis as { cooked?: string }[]).map(({ cooked = '' }) => cooked).join('\0'));
  });
  return texts;
}

interface Node {
  type: string;
  [key: string]: unknown;
}

const parse = (file: string): Node =>
  parseSync(readFileSync(file, 'utf8'), {
    syntax: 'typescript',
    tsx: file.endsWith('x'),
    target: 'es2022',
  }) as unknown as Node;

function visit(value: unknown, look: (node: Node) => void): void {
  if (Array.isArray(value)) for (const item of value) visit(item, look);
  else if (value && typeof value === 'object') {
    if (typeof (value as Node).type === 'string') look(value as Node);
    for (const part of Object.values(value)) visit(part, look);
  }
}

function namesIn(node: Node): string[] {
  const specifiers = node.specifiers as Node[] | undefined;
  if (!specifiers) return ['*'];
  return specifiers
    .filter((specifier) => !specifier.isTypeOnly)
    .map((specifier) => {
      const name = (specifier.imported ?? specifier.orig ?? specifier.local) as
        | { value?: string }
        | undefined;
      return specifier.type.includes('Namespace') || specifier.type.includes('Default')
        ? '*'
        : (name?.value ?? '*');
    });
}
