import type { ActivityGroupKey } from './groups.ts';
import type { ActivityOption, ActivityOptionGroup } from './options.ts';

/** What people type for an activity besides its name, by id: everyday words, short forms and other names. */
const ALIASES: Readonly<Record<number, string>> = {
  1: 'training,exercise',
  8: 'gym,fitness,strength',
  9: 'walking',
  11: 'cycling,biking,bike,bicycle,riding,road bike',
  12: 'weights,strength training,weightlifting,lifting,gym,barbell,dumbbells',
  13: 'skiing,downhill,ski',
  15: 'swimming',
  16: 'running,jogging',
  17: 'cardio,gym',
  18: 'calisthenics,bodyweight,push-ups,strength',
  19: 'mtb,mountain biking',
  20: 'open water swimming,ows',
  22: 'trekking,backpacking',
  24: 'hiking,rambling',
  25: 'treadmill running,indoor run,running machine',
  40: 'martial arts,mma',
  46: 'dancing',
  59: 'functional,crossfit,wod',
  78: 'asana,flow',
  453: 'indoor cycling,spinning,trainer,turbo,zwift,peloton,stationary bike,exercise bike',
  634: 'e-bike,ebike,electric bike,pedelec',
  1000: 'trail running',
  1012: 'jogging',
  1051: 'zwift run',
  1100: 'road cycling,road bike',
  1101: 'gravel bike,gravel cycling',
  1102: 'commute,cycle to work',
  1200: 'spinning,spin class',
  1201: 'zwift,virtual cycling',
  1352: 'nordic walking',
  1600: 'xc ski,xc skiing,cross country skiing,nordic ski,nordic skiing,langlauf',
  1601: 'skating ski,xc skate',
  1602: 'snowboarding',
  1603: 'snowshoeing',
  1604: 'ice skating',
  1650: 'ski touring,touring ski,skitour',
  1651: 'skimo',
  1751: 'interval training,tabata',
  2000: 'football',
  2200: 'row,erg',
  2201: 'kayak',
  2202: 'canoe',
  2203: 'sup,paddleboard,paddleboarding',
  2204: 'surf',
  2300: 'climb',
  2301: 'boulder',
  2303: 'rollerblading,inline skates',
  2603: 'jiu jitsu',
  2700: 'stretch,flexibility',
  3500: 'erg,ergometer,rower,indoor rowing,row',
  3501: 'cross trainer,crosstrainer',
  3502: 'stairmaster,stepper',
  3620: 'skipping,skipping rope',
  3668: 'wod',
};

export interface FoundActivity {
  option: ActivityOption;
  group: ActivityGroupKey;
}

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const wordsOf = (text: string) => fold(text).split(/[\s,/-]+/u);

/** How well a name or another word for it answers a search, best first; -1 where it does not. */
function matchOf(name: string, wanted: string): number {
  const text = fold(name);
  if (text === wanted) return 0;
  if (text.startsWith(wanted)) return 1;
  if (` ${text}`.includes(` ${wanted}`)) return 2;
  const words = wordsOf(name);
  if (wordsOf(wanted).every((part) => words.some((word) => word.startsWith(part)))) return 3;
  return text.includes(wanted) ? 4 : -1;
}

const MISSING = 9;
const EVERYDAY_STEMS: readonly [RegExp, string][] = [
  [/\brunning\b/u, 'run'],
  [/\b(?:cycling|biking|riding)\b/u, 'ride'],
  [/\bswimming\b/u, 'swim'],
  [/\bwalking\b/u, 'walk'],
  [/\bhiking\b/u, 'hike'],
  [/\bskiing\b/u, 'ski'],
];

/** The search as catalogue names have it: 'indoor cycling' finds 'Indoor Ride'. */
const inCatalogueWords = (wanted: string): string =>
  EVERYDAY_STEMS.reduce((text, [pattern, stem]) => text.replace(pattern, stem), wanted);

/**
 * The choices that a search finds: exact names and everyday words first, then popular ones, then names that begin
 * with the text, hold a word that does, or hold it anywhere. A popular choice comes once.
 */
export function searchActivities(groups: readonly ActivityOptionGroup[], search: string): FoundActivity[] {
  const wanted = fold(search.trim()).replace(/\s+/gu, ' ');
  if (!wanted) return [];
  const translated = inCatalogueWords(wanted);
  const found: { one: FoundActivity; order: readonly number[] }[] = [];
  for (const { key, options } of groups) {
    if (key === 'popular') continue;
    for (const option of options) {
      const names = [option.label, ...(ALIASES[option.id]?.split(',') ?? [])];
      const matches = names.map((name) => matchOf(name, wanted)).filter((match) => match >= 0);
      const stemmed = translated === wanted ? -1 : matchOf(option.label, translated);
      const match = Math.min(...matches, stemmed >= 0 ? stemmed : MISSING);
      if (match === MISSING) continue;
      const isExact = match === 0;
      const isAnywhere = match === 4;
      found.push({
        one: { option, group: key },
        order: [isExact ? 0 : isAnywhere ? 2 : 1, option.popular ? 0 : 1, match],
      });
    }
  }
  const byOrder = (a: readonly number[], b: readonly number[]) =>
    a.map((rank, place) => rank - b[place]!).find((difference) => difference !== 0) ?? 0;
  return found.toSorted((a, b) => byOrder(a.order, b.order)).map(({ one }) => one);
}
