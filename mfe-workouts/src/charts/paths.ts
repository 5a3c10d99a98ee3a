/** A point in pixels, or a gap in the line. */
export type Point = readonly [x: number, y: number] | null;

const place = (value: number) => value.toFixed(1);

/** A line through points; it breaks where there is none. */
export function linePath(points: readonly Point[]): string {
  let open = false;
  return points
    .map((point) => {
      const step = point && `${open ? 'L' : 'M'}${place(point[0])} ${place(point[1])}`;
      open = point !== null;
      return step ?? '';
    })
    .join('');
}

/** What lies between a line and a level (pixels from the top). */
export function areaPath(points: readonly Point[], level: number): string {
  const there = points.filter((point) => point !== null);
  const [first, last] = [there[0], there.at(-1)];
  if (!first || !last) return '';
  return `${linePath(there)}L${place(last[0])} ${place(level)}L${place(first[0])} ${place(level)}Z`;
}

/** A bar that stands on a level, with its upper corners rounded. */
export function barPath(x: number, width: number, top: number, bottom: number): string {
  const r = Math.min(2, width / 2, bottom - top);
  if (bottom <= top) return '';
  return (
    `M${place(x)} ${place(bottom)}V${place(top + r)}q0 ${-r} ${r} ${-r}` +
    `h${place(width - 2 * r)}q${r} 0 ${r} ${r}V${place(bottom)}Z`
  );
}
