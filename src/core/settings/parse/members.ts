import type * as z from 'zod/mini';
import type { Raw, Problems } from './problems';
import { note, noteKeys } from './problems';
import { isRecord, parseFields } from './fields';
import { SECTION } from '../section';
import { memberName, objectOf, SETTING_OBJECTS, type SettingObject } from '../written/settingObjects';

/** Notes objects of settings that are none, and members that there are not. */
export function checkObjects(values: Raw, problems: Problems): void {
  for (const { name, members } of SETTING_OBJECTS) {
    const { [name]: object } = values;
    const setting = `${SECTION}.${name}`;
    if (isRecord(object)) {
      noteKeys(object, members.map(memberName), setting, problems);
    } else if (object !== undefined) {
      note(problems, setting, object, problems.translate('an object of names and values'));
    }
  }
}

/** The fields that stand for themselves, and those that are members of an object. */
export function parseWritten<Schema extends z.ZodMiniObject>(
  schema: Schema,
  values: Raw,
  problems: Problems,
): Partial<z.output<Schema>> {
  const own = Object.fromEntries(Object.entries(values).filter(([name]) => objectOf(name) === undefined));
  const parsed = [
    parseFields(schema, own, SECTION, problems),
    ...SETTING_OBJECTS.map((object) =>
      parseFields(schema, membersIn(values, object), `${SECTION}.${object.name}`, problems),
    ),
  ];
  return Object.assign({}, ...parsed) as Partial<z.output<Schema>>;
}

/** The members of an object of settings, by their own names. */
function membersIn(values: Raw, { name, members }: SettingObject): Raw {
  const { [name]: object } = values;
  return isRecord(object)
    ? Object.fromEntries(
        members.flatMap((member) =>
          Object.hasOwn(object, memberName(member)) ? [[member, object[memberName(member)]]] : [],
        ),
      )
    : {};
}
