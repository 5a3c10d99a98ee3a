/** The characters below this one end a number. */
const CONTINUES = '_'.charCodeAt(0);
const NUMBERS_PER_PLACE = 2;

/** Whether an encoded polyline has more places, told without decoding it. */
export function hasMorePlaces(encoded: string, max: number): boolean {
  let numbers = 0;
  for (let i = 0; i < encoded.length && numbers <= max * NUMBERS_PER_PLACE; i++)
    if (encoded.charCodeAt(i) < CONTINUES) numbers++;
  return numbers > max * NUMBERS_PER_PLACE;
}
