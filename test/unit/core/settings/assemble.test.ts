import assert from 'node:assert/strict';
import { defaultConfiguration } from '../../../../src/core/settings/parse/assemble';
import { ENGINE_KEYS } from '../../../../src/core/settings/defaults';
import { parseConfiguration } from '../../../../src/core/settings/parse/parse';
import { engineSchema } from '../../../../src/core/settings/schema';
import { settingMeta } from '../../../../src/core/settings/settingMeta';
import { settingsSchema } from '../../../../src/core/settings/settingsSchema';
import { DEFAULT_ALWAYS_ALLOWED_TOOLS } from '../../../../src/core/settings/toolDefaults';

describe('the configuration of a person who has set nothing', () => {
  it('is the same whether or not schemas were asked', () => {
    const plain = (configuration: object): unknown => JSON.parse(JSON.stringify(configuration)) as unknown;
    const parsed = parseConfiguration({});
    const ours = defaultConfiguration();
    assert.deepEqual(plain(ours), {
      ...(plain(parsed) as object),
      // The environment was asked and had nothing to say.
      tiers: plain(parsed.tiers.filter(({ origin }) => origin.kind !== 'environment')),
    });
    assert.deepEqual(Object.keys(ours), Object.keys(parsed));
    for (const tool of [...DEFAULT_ALWAYS_ALLOWED_TOOLS, 'read_file']) {
      assert.equal(ours.alwaysAllows(tool), parsed.alwaysAllows(tool), tool);
    }
  });

  it('has all settings of the schema, in its order', () => {
    assert.deepEqual(ENGINE_KEYS, Object.keys(engineSchema.shape));
  });

  it('is set by no variable but those by whose names a hook knows that something is set', () => {
    const variables = Object.values(settingsSchema.shape).flatMap((schema) => settingMeta(schema).environment ?? []);
    assert.ok(variables.length > 3);
    for (const variable of variables) {
      assert.match(variable, /^TOOL_LOOP_(?!GUARD_)/);
    }
  });
});
