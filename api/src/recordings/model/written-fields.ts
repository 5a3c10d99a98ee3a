import type { WrittenFields } from '@waymark/api-contract';
import { NOTES_LENGTH, toStorableText } from '../storable-text.ts';

interface FieldRules<Value> {
  /** The value where the member wrote nothing. */
  empty: Value;
  /**
   * The value of a workout that replaces several.
   * @param values those that are not empty, the leading workout's first
   * @param sources how many workouts there are
   */
  merge: (values: readonly Value[], sources: number) => Value;
}

type Field = keyof WrittenFields;

/** The one list of these fields: whatever creates, changes, copies, replaces, merges, exports or imports workouts follows it. */
const RULES: { readonly [Key in Field]: FieldRules<WrittenFields[Key]> } = {
  notes: {
    empty: '',
    merge: (notes) =>
      toStorableText([...new Set(notes.map((text) => text.trim()))].join('\n\n'), NOTES_LENGTH),
  },
  mood: { empty: null, merge: ([first = null]) => first },
  effort: { empty: null, merge: (efforts) => Math.max(...efforts.map(Number)) },
  // What one of several workouts does not share stays with its owner.
  are_notes_shared: { empty: false, merge: (values, sources) => values.length === sources },
};
const FIELDS = Object.keys(RULES) as Field[];

/** Fields of a file or a call; null and undefined where they are missing. */
export type PartialWrittenFields = { readonly [Key in Field]?: WrittenFields[Key] | null | undefined };

const collect = (valueOf: (field: Field) => unknown): WrittenFields =>
  Object.fromEntries(FIELDS.map((field) => [field, valueOf(field)])) as WrittenFields;

export const EMPTY_WRITTEN_FIELDS: WrittenFields = collect((field) => RULES[field].empty);

/** The written fields of a source; a field that it does not have comes from `otherwise`, and null empties it. */
export const writtenFieldsOf = (
  source: PartialWrittenFields,
  otherwise: WrittenFields = EMPTY_WRITTEN_FIELDS,
): WrittenFields =>
  collect((field) =>
    source[field] === undefined ? otherwise[field] : (source[field] ?? RULES[field].empty),
  );

/** The written fields of a workout that replaces several. @param sources the leading workout first */
export const mergeWrittenFields = (sources: readonly PartialWrittenFields[]): WrittenFields =>
  collect((field) => {
    const { empty, merge } = RULES[field] as FieldRules<unknown>;
    const values = sources.map((source) => writtenFieldsOf(source)[field]).filter((value) => value !== empty);
    return values.length > 0 ? merge(values, sources.length) : empty;
  });

/**
 * The written fields of `first`; where it has none, those of the others merged. They are shared where the others were,
 * and what `first` says for itself only where that was to be shared too.
 */
export function fillWrittenFields(
  first: PartialWrittenFields,
  others: readonly PartialWrittenFields[],
): WrittenFields {
  const own = writtenFieldsOf(first);
  const merged = mergeWrittenFields(others);
  const isEmpty = (field: Field) => own[field] === RULES[field].empty;
  const are_notes_shared = merged.are_notes_shared && (own.are_notes_shared || FIELDS.every(isEmpty));
  return { ...collect((field) => (isEmpty(field) ? merged[field] : own[field])), are_notes_shared };
}
