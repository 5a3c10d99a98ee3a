/** A point in pixels, or a gap in the line. */
export type Point = readonly [x: number, y: number] | null;

const pixel = (value: number) => value.toFixed(1);

/** A line through points; it breaks where there is none. */
export function linePath(points: readonly Point[]): string {
  let open = false;
  return points
    .map((point) => {
      const step = point && `${open ? 'L' : 'M'}${pixel(point[0])} ${pixel(point[1])}`;
      open = point !== null;
      return step ?? '';
    })
    .join('');
}

/** The surface between a line and a level (pixels from the top). */
export function areaPath(points: readonly Point[], level: number): string {
  const there = points.filter((point) => point !== null);
  const [first, last] = [there[0], there.at(-1)];
  if (!first || !last) return '';
  return `${linePath(there)}L${pixel(last[0])} ${pixel(level)}L${pixel(first[0])} ${pixel(level)}Z`;
}

/** A bar that stands on a level, with its upper corners rounded. */
export function barPath(x: number, width: number, top: number, bottom: number): string {
  const r = Math.min(2, width / 2, bottom - top);
  if (bottom <= top) return '';
  return (
    `M${pixel(x)} ${pixel(bottom)}V${pixel(top + r)}q0 ${-r} ${r} ${-r}` +
    `h${pixel(width - 2 * r)}q${r} 0 ${r} ${r}V${pixel(bottom)}Z`
  );
}
