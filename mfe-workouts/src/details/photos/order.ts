/** The list with the item at `from` standing at `to`; ends are the limits. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, i) => i !== from);
  const item = list[from];
  if (item === undefined) return [...list];
  rest.splice(Math.min(Math.max(to, 0), rest.length), 0, item);
  return rest;
}

/** Where a key moves an item of a grid that is read line by line; null for any other key. */
export function placeByKey(key: string, at: number, count: number): number | null {
  const places: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowUp: at - 1,
    ArrowRight: at + 1,
    ArrowDown: at + 1,
    Home: 0,
    End: count - 1,
  };
  const place = places[key];
  return place === undefined ? null : Math.min(Math.max(place, 0), count - 1);
}
