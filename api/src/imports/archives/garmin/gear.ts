import { type JsonObject, toId, isJsonObject, parseJson } from './json-value.ts';
import { toName } from '../archive-metadata.ts';

/** What stands in place of a maker or model that the member did not choose. */
const NO_NAME = /^(?:other|unknown)\b/iu;

const isListOfFields = (value: unknown): value is JsonObject[] =>
  Array.isArray(value) && value.every(isJsonObject);

function gearName({ displayName, customMakeModel, gearMakeName, gearModelName }: JsonObject): string | null {
  const made = [toName(gearMakeName), toName(gearModelName)].filter((name) => name && !NO_NAME.test(name));
  return toName(displayName) ?? toName(customMakeModel) ?? toName(made.join(' '));
}

/** Names of gear by the id of the activity it was used for, of one `_gear.json`; null when it is none. */
export function readGearTable(json: Buffer): Map<string, string> | null {
  const content = parseJson(json);
  const parts = (Array.isArray(content) ? content : [content]).filter(isJsonObject);
  const used = new Map<string, string>();
  let known = Array.isArray(content) && content.length === 0;
  for (const { gearDTOS: gear, gearActivityDTOs: links } of parts) {
    if (!isListOfFields(gear)) continue;
    known = true;
    const names = new Map(gear.map((one) => [toId(one['gearPk']), gearName(one)]));
    if (!isJsonObject(links)) continue;
    for (const [gearPk, activities] of Object.entries(links)) {
      const name = names.get(gearPk);
      if (!name || !Array.isArray(activities)) continue;
      for (const activity of activities) {
        const id = isJsonObject(activity) ? toId(activity['activityId']) : null;
        // An activity has one piece of gear here; the first one named is it.
        if (id !== null && !used.has(id)) used.set(id, name);
      }
    }
  }
  return known ? used : null;
}
