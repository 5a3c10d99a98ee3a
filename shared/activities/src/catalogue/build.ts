/** A type before its root and children are known. */
export interface Entry {
  id: number;
  name: string;
  parentId: number | null;
  met: number;
}

export interface Family {
  /** The id of the first entry. New entries go to the end of a family, so that no id ever moves. */
  base: number;
  parentId: number | null;
}

const pairs = (text: string): { name: string; met: number }[] =>
  text
    .split(/[;\n]/u)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const at = part.lastIndexOf(' ');
      return { name: part.slice(0, at), met: Number(part.slice(at + 1)) };
    });

/** Reads 'Name MET' entries, parted by semicolons and line ends; ids count up from the base. */
export function family({ base, parentId }: Family, text: string): Entry[] {
  return pairs(text).map(({ name, met }, index) => ({ id: base + index, name, parentId, met }));
}

/** Reads 'id Name MET' entries for types whose ids the product fixes. */
export function fixed(parentId: number | null, text: string): Entry[] {
  return pairs(text).map(({ name, met }) => {
    const at = name.indexOf(' ');
    return { id: Number(name.slice(0, at)), name: name.slice(at + 1), parentId, met };
  });
}

/** How many pieces of equipment a movement may have before the next movement's ids begin. */
const IDS_PER_MOVEMENT = 10;

/**
 * Reads lines 'Movement MET: Equipment, Equipment' into one type for each pair ('Barbell Back Squat').
 * New equipment goes to the end of a line and new movements to the end of the text.
 */
export function movements({ base, parentId }: Family, text: string): Entry[] {
  const lines = text.trim().split('\n');
  return lines.flatMap((line, row) => {
    const [head = '', tail = ''] = line.split(':');
    const equipment = tail.split(',').map((part) => part.trim());
    if (equipment.length > IDS_PER_MOVEMENT) throw new Error(`Too much equipment for ${head.trim()}.`);
    return pairs(head).flatMap(({ name, met }) =>
      equipment.map((tool, index) => ({
        id: base + row * IDS_PER_MOVEMENT + index,
        name: `${tool} ${name}`,
        parentId,
        met,
      })),
    );
  });
}
