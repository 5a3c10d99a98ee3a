import type { Page } from '@playwright/test';
import type { RoutePoint } from '@waymark/api-contract';

const MOVES = 120;
const UNDOS = 40;

/** Milliseconds from each move of the pointer to the leg being drawn, while a point between two others is dragged. */
export async function previews(page: Page): Promise<number[]> {
  return page.evaluate(async (moves) => {
    const { key, map, painted, point, stops, until } = window.planning;
    const { left, top, width, height } = map();
    const at = (x: number, y: number): [number, number] => [left + width * x, top + height * y];
    key('f');
    for (const [n, [x, y]] of [at(0.2, 0.3), at(0.5, 0.6), at(0.8, 0.3)].entries()) {
      point('down', x, y);
      point('up', x, y);
      await until(() => stops() === n + 1);
    }
    // The router put the point on a road: it is somewhere around the click.
    const [x, y] = at(0.5, 0.6);
    point('down', x, y);
    const times: number[] = [];
    for (let n = 0; n < moves; n++) {
      const [toX, toY] = at(0.5 + 0.15 * Math.sin(n / 9), 0.6 + 0.2 * Math.sin(n / 13));
      times.push(await painted(() => point('move', toX, toY)));
    }
    point('up', x, y);
    // The first ones show straight lines, before there is any answer.
    return times.slice(5);
  }, MOVES);
}

/** So long without a call the page is quiet, in milliseconds. */
const QUIET_MS = 700;

/** Waits until the page has asked for nothing for a while: names of places and parts of the page come in their own time. */
function quiet(page: Page): Promise<void> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout;
    const again = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        page.off('request', again);
        resolve();
      }, QUIET_MS);
    };
    page.on('request', again);
    again();
  });
}

interface Undos {
  /** Milliseconds of the page's thread for one step with a pause behind it, all that it brings about included. */
  alone: number;
  /** The same for each of many, one behind the other. */
  work: number;
  /** From the key to the picture, of which up to a frame is waiting for the screen. */
  pictures: number[];
}

/** Steps back that each turn the whole route round. */
export async function undos(page: Page): Promise<Undos> {
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable');
  const busy = async () => {
    const { metrics } = await client.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000;
  };
  const press = (key: string) =>
    page.evaluate(
      async ([pressed, rounds]) => {
        const { key: strike, painted } = window.planning;
        const times: number[] = [];
        for (let round = 0; round < rounds; round++) times.push(await painted(() => strike(pressed)));
        return times;
      },
      [key, UNDOS] as const,
    );
  await quiet(page);
  await press('r');
  await quiet(page);
  let before = await busy();
  const pictures = await press('z');
  const work = ((await busy()) - before) / UNDOS;
  await press('r');
  await quiet(page);
  before = await busy();
  await page.evaluate(async (rounds) => {
    for (let round = 0; round < rounds; round++) {
      window.planning.key('z');
      // Long enough for list, profile and the kept draft.
      await new Promise((resolve) => setTimeout(resolve, 400));
    }
  }, UNDOS / 2);
  return { alone: ((await busy()) - before) / (UNDOS / 2), work, pictures };
}

/** Milliseconds for opening a long route, inserting a point into it and dragging that point; megabytes of the page. */
export async function longRoute(page: Page, id: number) {
  return page.evaluate(async (address) => {
    const { figures, list, map, painted, point, stops, until } = window.planning;
    const drawn = figures();
    history.pushState({}, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
    const opened = await until(() => figures() !== drawn && /[1-9]/.test(figures()));
    const { left, top, width, height } = map();
    const shown = () => document.querySelector<HTMLElement>('[data-part=handle]')?.hidden === false;
    const [x, middle] = [left + width * 0.5, top + height * 0.5];
    let y = middle;
    for (; !shown() && y < middle + 200; y += 3) {
      point('move', x, y);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    y -= 3;
    const drag = async (fromY: number, toY: number) => {
      point('down', x, fromY);
      const seen = await painted(() => point('move', x, toY));
      const before = list();
      const began = performance.now();
      point('up', x, toY);
      // Drawn for good, and not as a preview: the list has it, and no figure is a dash.
      await until(() => list() !== before && !figures().includes('–'));
      return Math.max(seen, performance.now() - began);
    };
    const inserted = await drag(y, y + 12);
    const count = stops();
    const dragged = await drag(y + 12, y + 22);
    window.gc?.();
    const { memory } = performance as unknown as { memory: { usedJSHeapSize: number } };
    return { opened, inserted, dragged, count, megabytes: memory.usedJSHeapSize / 1e6 };
  }, `/routes/edit/${id}`);
}

const METERS_PER_DEGREE = 111_194.93;

/** A course of that many points to and fro over the town, 8 m apart; a waypoint each `leg` points. */
export function courseOf(points: number, leg: number, travelMode: 0 | 1): RoutePoint[] {
  const row = 2500;
  let order = 1;
  return Array.from({ length: points }, (_, i) => {
    const line = Math.floor(i / row);
    const along = i % row;
    const x = (line % 2 ? row - along : along) * 8 - (row * 8) / 2;
    const end = i === 0 || i === points - 1 || i % leg === 0;
    return {
      lat: 0.5 + (line * 400 - 8000 + Math.sin(i / 40) * 60) / METERS_PER_DEGREE,
      lng: -150 + x / METERS_PER_DEGREE,
      order: end ? order++ : 0,
      elevation: Math.round((200 + 100 * Math.sin(i / 500)) * 10) / 10,
      ...(end && i > 0 && { travel_mode: travelMode }),
    };
  });
}
