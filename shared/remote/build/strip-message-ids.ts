/** Only a catalogue finds a text by its id, and an early view carries none: its texts stand in its code (`early/index.ts`). */
const stripMessageIds = (source: string): string =>
  source.replace(/\bid: "[\w+/-]{6}",\s*(?=message: )/g, '');
export default stripMessageIds;
