import { isCompatible } from '@waymark/contract';

/** What a version of a remote was built against. */
export interface Needs {
  contract: string;
  /** Version ranges of the libraries it takes from the page, by import name. */
  shared: Record<string, string>;
}
/** What the page has. */
export interface Offers {
  contract: string;
  shared: Record<string, string>;
}

/**
 * Decides before any code of a remote runs whether it can run here.
 * @returns a sentence that names both versions, or null when it can
 */
export function whyIncompatible(needs: Needs, offers: Offers): string | null {
  if (!isCompatible(needs.contract, offers.contract))
    return `It was built for contract ${needs.contract}, and this page offers ${offers.contract}.`;
  for (const [library, range] of Object.entries(needs.shared)) {
    const version = offers.shared[library];
    if (!version) return `It needs ${library} ${range}, which this page does not offer.`;
    if (!satisfies(version, range)) return `It needs ${library} ${range}, and this page offers ${version}.`;
  }
  return null;
}

/** `^x.y.z` as package managers read it, or an exact version; anything else is not satisfied. */
export function satisfies(version: string, range: string): boolean {
  const offered = numbers(version);
  const wanted = numbers(range.replace(/^\^/, ''));
  if (!offered || !wanted) return false;
  if (!range.startsWith('^')) return version === range;
  // The first number that is not zero is the one that breaks; those after it may grow.
  const breaking = wanted.findIndex((n) => n > 0);
  for (let i = 0; i < 3; i++) {
    const a = offered[i] as number;
    const b = wanted[i] as number;
    if (a !== b) return a > b && i > (breaking < 0 ? 2 : breaking);
  }
  return true;
}

function numbers(version: string): number[] | null {
  const match = /^(\d+)\.(\d+)\.(\d+)$/.exec(version);
  return match ? match.slice(1).map(Number) : null;
}
