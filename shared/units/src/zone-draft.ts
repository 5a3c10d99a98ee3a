/** A zone as it stands in the form: its name and its upper limit as typed. */
export interface ZoneDraft {
  /** Stays with the zone while others come and go. */
  key: number;
  name: string;
  end: string;
}

export interface NamedZone {
  name: string;
  start: number;
  end: number;
}

export const MIN_ZONES = 2;
export const MAX_ZONES = 8;
const MAX_BEATS = 250;

/** What the form opens with. Technical names ('zone1') are shown as no name. */
export const createZoneDrafts = (zones: readonly NamedZone[]): ZoneDraft[] =>
  zones.map(({ name, end }, key) => ({
    key,
    name: /^zone\s*\d+$/i.test(name) ? '' : name,
    end: String(end),
  }));

const beats = (text: string) => (/^\d{1,3}$/.test(text.trim()) ? Number(text) : null);

/** Where a zone starts: one beat above the one before, the first at 0. Null while the one before is not a number. */
export function zoneStart(drafts: readonly ZoneDraft[], at: number): number | null {
  if (at === 0) return 0;
  const below = beats(drafts[at - 1]!.end);
  return below === null ? null : below + 1;
}

export type ZoneLimitProblem = 'missing' | 'too-high' | 'not-above';

/** What is wrong with the upper limit of each zone; null for nothing. */
export const checkZoneDrafts = (drafts: readonly ZoneDraft[]): (ZoneLimitProblem | null)[] =>
  drafts.map(({ end }, at) => {
    const top = beats(end);
    if (top === null) return 'missing';
    if (top > MAX_BEATS) return 'too-high';
    const start = zoneStart(drafts, at);
    return start !== null && top <= start ? 'not-above' : null;
  });

/** The zones to be saved. Every limit has been found right. */
export const zonesOfDrafts = (drafts: readonly ZoneDraft[]): NamedZone[] =>
  drafts.map(({ name, end }, at) => ({
    name: name.trim() || `zone${at + 1}`,
    start: zoneStart(drafts, at) ?? 0,
    end: Number(end),
  }));

/** One zone more at the top, ten beats wide. */
export function addZoneDraft(drafts: readonly ZoneDraft[]): ZoneDraft[] {
  const top = beats(drafts.at(-1)?.end ?? '') ?? 0;
  const key = Math.max(...drafts.map((draft) => draft.key)) + 1;
  return [...drafts, { key, name: '', end: String(Math.min(top + 10, MAX_BEATS)) }];
}
