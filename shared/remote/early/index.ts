import type { MessageDescriptor } from '@lingui/core';
import { EARLY_PLACE } from '@waymark/contract/early';
import { measurementSystemFor, type MeasurementSystem } from '@waymark/units';
import { fillMessage } from './fill-message.ts';

export { addSheet, el, figure, svg } from './elements.ts';
export { activityIcon, LINE, lineIcon } from './icons.ts';
export { fetchBytes } from './fetch-bytes.ts';
export { buttonRoom, iconRoom } from './room.ts';
export { statTile } from './stat-tile.ts';

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
