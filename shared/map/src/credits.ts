import type { Bounds, MapSource } from './view.ts';

/** Whose roads lie where. */
interface RoadCredit {
  bounds: Bounds;
  attribution: string;
}

/** Roads are drawn from here on; a little before, because a map may be between two zooms. */
const ROADS_FROM = 5.5;

const asked = new Map<string, Promise<readonly RoadCredit[]>>();

/** Asked once for all maps of a visit; again after it failed. */
function creditsAt(url: string): Promise<readonly RoadCredit[]> {
  let answer = asked.get(url);
  if (!answer) {
    answer = fetch(url, { credentials: 'omit' }).then(async (response) => {
      if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
      return ((await response.json()) as { credits: RoadCredit[] }).credits;
    });
    answer.catch(() => asked.delete(url));
    asked.set(url, answer);
  }
  return answer;
}

const overlap = (a: Bounds, b: Bounds): boolean =>
  a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1];

/** Whom a map owes thanks: for its background always, for roads where it shows some. */
export interface Credits {
  /** The map shows another part of the world, or another background. */
  show(source: MapSource, bounds: Bounds, zoom: number): void;
  /** Of what is shown now; waits for the answer about its roads. */
  complete(): Promise<string>;
}

/** @param tell hears the words each time they change */
export function createCredits(tell: (text: string) => void): Credits {
  let said: string | null = null;
  let latest = 0;
  let pending: Promise<void> = Promise.resolve();
  const say = (source: MapSource, roads: readonly string[]) => {
    const text = [...new Set([source.attribution, ...roads])].join(' · ');
    if (text !== said) tell(text);
    said = text;
  };
  return {
    show(source, bounds, zoom) {
      const now = ++latest;
      if (!source.roads || zoom < ROADS_FROM) return say(source, []);
      pending = creditsAt(source.roads.credits).then(
        (credits) => {
          const here = credits.filter((one) => overlap(one.bounds, bounds));
          if (now === latest)
            say(
              source,
              here.map(({ attribution }) => attribution),
            );
        },
        // Where the service is down there are no roads to be seen.
        () => now === latest && say(source, []),
      ) as Promise<void>;
      if (said === null) say(source, []);
    },
    async complete() {
      await pending;
      return said ?? '';
    },
  };
}
