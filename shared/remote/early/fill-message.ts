import type { MessageDescriptor } from '@lingui/core';
import { formatNumber } from '@waymark/units';

type Token = string | [name: string, type?: string, branches?: Record<string, Token[]>];

/**
 * The English text of a message with its values, as the build has compiled it (`build/compile-messages.ts`): without the
 * library's code, which knows more than names and the plurals of English.
 */
export function fillMessage({ message = '', values = {} }: MessageDescriptor): string {
  const write = (tokens: readonly Token[], count = 0): string =>
    tokens
      .map((token) => {
        if (typeof token === 'string') return token === '#' ? formatNumber(count) : token;
        const [name, , branches] = token;
        const value = values[name];
        if (!branches) return String(value);
        return write(branches[value === 1 ? 'one' : 'other'] ?? [], Number(value));
      })
      .join('');
  // The macros declare what they leave in the source, which is text.
  const compiled = message as string | Token[];
  return typeof compiled === 'string' ? compiled : write(compiled);
}
