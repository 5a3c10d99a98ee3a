import type { Heights } from './heights.ts';

/** What is drawn of a course: metres along it and metres above the sea, NaN where the line breaks. */
export interface Outline {
  at: number[];
  height: number[];
}

/**
 * At most two points for each of `columns` equal parts, the lowest and the highest in their order, so that no summit
 * is lost however long the course is. A part whose points nobody knows the height of breaks the line; one without
 * points of its own does not.
 */
export function outline({ along, elevation, total }: Heights, columns: number): Outline {
  const result: Outline = { at: [], height: [] };
  const add = (i: number) => {
    result.at.push(along[i]!);
    result.height.push(elevation[i]!);
  };
  const n = along.length;
  if (n <= columns * 2) {
    for (let i = 0; i < n; i++) add(i);
    return result;
  }
  for (let i = 0; i < n;) {
    const column = Math.min(columns - 1, Math.floor((along[i]! / total) * columns));
    const end = column === columns - 1 ? Infinity : (total * (column + 1)) / columns;
    const first = i;
    let [low, high] = [-1, -1];
    for (; i < n && (along[i]! < end || i === first); i++) {
      const height = elevation[i]!;
      if (Number.isNaN(height)) continue;
      if (low < 0 || height < elevation[low]!) low = i;
      if (high < 0 || height > elevation[high]!) high = i;
    }
    if (low < 0) add(first);
    else if (low === high) add(low);
    else [Math.min(low, high), Math.max(low, high)].forEach(add);
  }
  return result;
}
