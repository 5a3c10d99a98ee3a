import { type Fields, idIn, isFields, jsonOf } from './json-value.ts';
import { nameOf } from '../archive-metadata.ts';

/** What stands in place of a maker or model that the member did not choose. */
const NO_NAME = /^(?:other|unknown)\b/iu;

const isListOfFields = (value: unknown): value is Fields[] => Array.isArray(value) && value.every(isFields);

function gearName({ displayName, customMakeModel, gearMakeName, gearModelName }: Fields): string | null {
  const made = [nameOf(gearMakeName), nameOf(gearModelName)].filter((name) => name && !NO_NAME.test(name));
  return nameOf(displayName) ?? nameOf(customMakeModel) ?? nameOf(made.join(' '));
}

/** Names of gear by the id of the activity it was used for, of one `_gear.json`; null when it is none. */
export function readGear(json: Buffer): Map<string, string> | null {
  const content = jsonOf(json);
  const parts = (Array.isArray(content) ? content : [content]).filter(isFields);
  const used = new Map<string, string>();
  let known = Array.isArray(content) && content.length === 0;
  for (const { gearDTOS: gear, gearActivityDTOs: links } of parts) {
    if (!isListOfFields(gear)) continue;
    known = true;
    const names = new Map(gear.map((one) => [idIn(one['gearPk']), gearName(one)]));
    if (!isFields(links)) continue;
    for (const [gearPk, activities] of Object.entries(links)) {
      const name = names.get(gearPk);
      if (!name || !Array.isArray(activities)) continue;
      for (const activity of activities) {
        const id = isFields(activity) ? idIn(activity['activityId']) : null;
        // An activity has one piece of gear here; the first one named is it.
        if (id !== null && !used.has(id)) used.set(id, name);
      }
    }
  }
  return known ? used : null;
}
