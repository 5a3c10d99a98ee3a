import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';

// What the macros leave in the code: a message, and its context where there is one.
const MESSAGE = /\bmessage: ("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')(?:,\s*context: (["'])(.*?)\2)?/g;
/** Only these letters mean something to the parser; any other text is its own translation. */
const SYNTAX = /[{}'#]/;

/**
 * Reads the texts in the code now, so that no browser needs the parser: `"Hello {name}"` becomes `["Hello ", ["name"]]`.
 * A property counts as a text when the id beside it is the one that the macros give to it.
 * @throws Error for a text that is no ICU message
 */
function compileMessages(source: string): string {
  return source.replace(MESSAGE, (whole: string, literal: string, _quote, context?: string) => {
    const message = textOf(literal);
    if (!SYNTAX.test(message) || !source.includes(`id: "${generateMessageId(message, context)}"`))
      return whole;
    return whole.replace(literal, () => JSON.stringify(compileMessageOrThrow(message)));
  });
}
export default compileMessages;

const textOf = (literal: string): string =>
  JSON.parse(
    literal.startsWith('"')
      ? literal
      : `"${literal
          .slice(1, -1)
          .replace(/\\'/g, "'")
          .replace(/(?<!\\)"/g, '\\"')}"`,
  ) as string;
