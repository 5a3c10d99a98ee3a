import {
  DISCLOSED_ON_PURPOSE,
  type KindName,
  KINDS,
  type Mark,
  type ViewerName,
} from './marked-values.test-helper.ts';
import type { Disclosure } from './read-answer.test-helper.ts';

const mayMeet = (kind: KindName, viewer: ViewerName): boolean =>
  (KINDS[kind].seenBy as readonly ViewerName[]).includes(viewer);

/** Which marked values were met by whom, and which of them must not have been. */
export class Findings {
  readonly #met = new Set<string>();
  readonly #leaks = new Map<string, { address: string; viewers: Set<ViewerName> }>();

  /** @param source the operation, or what else was read */
  look(
    disclosure: Disclosure,
    marks: readonly Mark[],
    { viewer, source, address }: { viewer: ViewerName; source: string; address: string },
  ): void {
    for (const { kind, isIn } of marks) {
      if (!isIn(disclosure, address)) continue;
      this.#met.add(`${kind}, ${viewer}`);
      const isOnPurpose = DISCLOSED_ON_PURPOSE[source]?.some(
        ({ kinds, seenBy }) => kinds.includes(kind) && (seenBy?.includes(viewer) ?? true),
      );
      if (isOnPurpose || mayMeet(kind, viewer)) continue;
      const leak = this.#leaks.get(`${source} tells ${kind}`) ?? { address, viewers: new Set() };
      leak.viewers.add(viewer);
      this.#leaks.set(`${source} tells ${kind}`, leak);
    }
  }

  get leaks(): string[] {
    return [...this.#leaks].map(
      ([what, { address, viewers }]) => `${what}, for instance at ${address}, to: ${[...viewers].join(', ')}`,
    );
  }

  /** Who may see a kind and met it nowhere: the walk would not find it with others either. */
  get unmet(): string[] {
    return Object.entries(KINDS).flatMap(([kind, { seenBy }]) =>
      seenBy
        .filter((viewer) => !this.#met.has(`${kind}, ${viewer}`))
        .map((viewer) => `${viewer} meets no ${kind}`),
    );
  }
}
