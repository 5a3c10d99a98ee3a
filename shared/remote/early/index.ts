import type { MessageDescriptor } from '@lingui/core';
import { callPath, type Endpoint } from '@waymark/api-contract/client';
import { keepLinkKey } from '@waymark/api-contract/link-key';
import { EARLY_PLACE, takeStarted } from '@waymark/contract/early';
import { measurementSystemFor, type MeasurementSystem } from '@waymark/units';

export { el, figure, statTile, svg } from './elements.ts';

/** What an early view knows of the member besides the answer. */
export interface EarlyPage {
  userId: number;
  /** The language for numbers and dates. */
  locale: string;
  system: MeasurementSystem;
  /** A text of the page in its language. Only texts without variables: there is no parser. */
  text: (message: MessageDescriptor) => string;
  /** Makes a GET call for bytes, as the member, or takes what the page asked for already. Null where it has no good answer, or none was reached. */
  bytes: (call: Endpoint, params: object) => Promise<ArrayBuffer | null>;
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
 * @param draw makes the view; plain elements without behaviour of their own
 */
export function drawEarly<T>(draw: (answer: T, page: EarlyPage) => HTMLElement): void {
  const view = window.waymark?.earlyView;
  if (!view) return;
  const works: Promise<void>[] = [];
  const page: EarlyPage = {
    userId: view.userId,
    locale: view.locale,
    system: measurementSystemFor({ member: view.system, country: view.country }),
    text: ({ message = '' }) => message,
    bytes: async (call, params) => {
      const url = keepLinkKey(view.services[call.service] + callPath(call, params));
      const answer = await (takeStarted(url) ?? view.ask(url)).catch(() => null);
      return answer?.ok ? answer.arrayBuffer().catch(() => null) : null;
    },
    more: (work) => void works.push(work),
  };
  view.end(
    view.answer.then(async (answer) => {
      // The application may have been faster.
      if (answer === null || window.waymark?.earlyView !== view) return;
      view.drawn = draw(answer as T, page);
      document.getElementById(EARLY_PLACE)?.append(view.drawn);
      await Promise.all(works);
    }),
  );
}
