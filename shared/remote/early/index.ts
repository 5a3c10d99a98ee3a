import type { MessageDescriptor } from '@lingui/core';
import { EARLY_PLACE, takeStarted } from '@waymark/contract/early';
import { measurementSystemFor, type MeasurementSystem, formatNumber } from '@waymark/units';
import { callPath, type Endpoint } from '@waymark/api-contract/client';
import { keepLinkKey } from '@waymark/api-contract/link-key';

export { addSheet, el, figure, svg, buttonRoom, iconRoom } from './elements.ts';
export { activityIcon, LINE, lineIcon } from './icons.ts';
export { statTile } from './stat-tile.ts';

type Token = string | [name: string, type?: string, branches?: Record<string, Token[]>];

/**
 * The English text of a message with its values, as the build has compiled it (`build/compile-messages.ts`): without the
 * library's code, which knows more than names and the plurals of English.
 */
function fillMessage({ message = '', values = {} }: MessageDescriptor): string {
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

/** What an early view knows of the member besides the answer. */
export interface EarlyPage {
  userId: number;
  /** The language for numbers and dates. */
  locale: string;
  system: MeasurementSystem;
  /** A text of the page in its language. Of plurals it knows those of English: there is no parser. */
  text: (message: MessageDescriptor) => string;
  /** More of the view that is on its way: the application lets it go first, though not for long. */
  more: (work: Promise<void>) => void;
}

/**
 * Draws the first view of a page from the answer of its first call, before the application is there. To be called once,
 * at the top of the module that a page names as `early` in `waymark.json`.
 *
 * The module is a script of its own: it carries no library, loads beside the shell's first script, and what it draws
 * is shown until the application has drawn the page in its place; the two should look the same. Without a good answer
 * (signed out, refused, not found) nothing is drawn. An error in it is reported, and the page does without.
 * @param draw makes the view of plain elements without behaviour of their own; null leaves it to the application
 */
export function drawEarly<T>(draw: (answer: T, page: EarlyPage) => HTMLElement | null): void {
  const view = window.waymark?.earlyView;
  if (!view) return;
  const works: Promise<void>[] = [];
  const page: EarlyPage = {
    userId: view.userId,
    locale: view.locale,
    system: measurementSystemFor({ member: view.system, country: view.country }),
    text: fillMessage,
    more: (work) => void works.push(work),
  };
  view.end(
    view.answer.then(async (answer) => {
      // The application may have been faster.
      if (answer === null || window.waymark?.earlyView !== view) return;
      const drawn = draw(answer as T, page);
      if (!drawn) return;
      view.drawn = drawn;
      document.getElementById(EARLY_PLACE)?.append(drawn);
      await Promise.all(works);
    }),
  );
}

/**
 * Makes a GET call for bytes while an early view is drawn, as the member, or takes what the page asked for already. Null
 * where it has no good answer, or none was reached.
 */
export async function fetchBytes(call: Endpoint, params: object): Promise<ArrayBuffer | null> {
  const view = window.waymark?.earlyView;
  if (!view) return null;
  const url = keepLinkKey(view.services[call.service] + callPath(call, params));
  const answer = await (takeStarted(url) ?? view.ask(url)).catch(() => null);
  return answer?.ok ? answer.arrayBuffer().catch(() => null) : null;
}
