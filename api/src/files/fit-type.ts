const ACTIVITY = 4;
const SUMMARY = 20;
const COURSE = 6;
const UNKNOWN = 0xff;
const DEFINITION = 0x40;
const DEVELOPER = 0x20;

/** What a FIT file says it is in its first message; `workout` also where that cannot be told from its head. */
export function fitTypeOf(head: Buffer): 'workout' | 'course' | 'other' {
  const type = typeField(head);
  if (type === null || type === ACTIVITY || type === SUMMARY || type === UNKNOWN) return 'workout';
  return type === COURSE ? 'course' : 'other';
}

/** Field 0 of the file_id, which has to come first. */
function typeField(head: Buffer): number | null {
  const at = head[0] ?? 0;
  if (head.toString('latin1', 8, 12) !== '.FIT' || head.length < at + 6) return null;
  const header = head[at]!;
  const little = head[at + 2] === 0;
  const global = little ? head.readUInt16LE(at + 3) : head.readUInt16BE(at + 3);
  if ((header & (DEFINITION | DEVELOPER)) !== DEFINITION || global !== 0) return null;
  const fields = head[at + 5]!;
  let value = at + 6 + fields * 3 + 1;
  for (let field = 0; field < fields; field++) {
    const [number, size] = [head[at + 6 + field * 3], head[at + 7 + field * 3]];
    if (number === 0) return head[value] ?? null;
    value += size ?? 0;
  }
  return null;
}
