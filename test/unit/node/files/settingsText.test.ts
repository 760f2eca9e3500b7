import assert from 'node:assert/strict';
import { editSettingsText } from '../../../../src/node/files/settingsText';

const OWN = `{
  // how I like it
  "editor.fontSize": 14,
  "toolLoopGuard.tools": {
    // never mind the notes
    "scripted_note": { "exempt": true } /* really */
  },
  "files.autoSave": "off",
}
`;

describe('editing the text of a settings.json', () => {
  it('adds a value and keeps comments, order and everything else', () => {
    const edited = editSettingsText(OWN, [{ path: ['tools', 'probe', 'maxRepeats'], value: 5 }]) ?? '';
    assert.equal(
      edited,
      OWN.replace('{ "exempt": true }', '{ "exempt": true },\n    "probe": {\n      "maxRepeats": 5\n    }'),
    );
  });

  it('takes it away again, and the text is what it was', () => {
    const edited = editSettingsText(OWN, [{ path: ['tools', 'probe', 'maxRepeats'], value: 5 }]) ?? '';
    assert.notEqual(edited, OWN);
    assert.equal(editSettingsText(edited, [{ path: ['tools', 'probe'], value: undefined }]), OWN);
  });

  it('stays on one line where a person wrote one line', () => {
    const edited = editSettingsText(OWN, [{ path: ['tools', 'scripted_note', 'maxRepeats'], value: 5 }]) ?? '';
    assert.equal(edited, OWN.replace('{ "exempt": true }', '{ "exempt": true, "maxRepeats": 5 }'));
    assert.equal(
      editSettingsText(edited, [{ path: ['tools', 'scripted_note', 'exempt'], value: false }])?.includes(
        '{ "exempt": false, "maxRepeats": 5 }',
      ),
      true,
    );
  });

  it('writes into an empty file, and keeps tabs and line ends', () => {
    assert.deepEqual(JSON.parse(editSettingsText('', [{ path: ['tools', 'plan'], value: 'operation' }]) ?? ''), {
      'toolLoopGuard.tools': { plan: 'operation' },
    });
    assert.match(
      editSettingsText('{\r\n\t"a": 1\r\n}', [{ path: ['tools', 'plan'], value: 'x' }]) ?? '',
      /\r\n\t"toolLoopGuard\.tools": \{\r\n\t\t"plan": "x"\r\n\t\}\r\n\}/,
    );
  });

  it('does not touch a text that it cannot read', () => {
    for (const text of ['{ "a": ', '[]', '7', '{ a: 1 }']) {
      assert.equal(editSettingsText(text, [{ path: ['mode'], value: 'warn' }]), undefined, text);
    }
  });
});
