import assert from 'node:assert/strict';
import { ActivatedWindow } from '../../fakes/activatedWindow';

/** As a person wrote it. */
const OWN = `{
  // how I like it
  "editor.fontSize": 14,
  "toolLoopGuard.toolOverrides": {
    // never mind the notes
    "scripted_note": { "exempt": true }, /* really */
    "scripted_probe": { "maxRepeats": 9 } // it answers slowly
  }
}
`;

describe('the settings of a person', () => {
  let window: ActivatedWindow;

  beforeEach(async () => {
    window = await new ActivatedWindow().activate();
  });
  afterEach(() => window.deactivate());

  it('keep their comments when a tool is excluded', async () => {
    window.save(OWN);
    await window.run('toolLoopGuard.exemptTool', 'conversation-1', 'scripted_probe');
    assert.equal(window.settingsText, OWN.replace('"maxRepeats": 9 ', '"maxRepeats": 9, "exempt": true '));
    assert.deepEqual([...window.tabs], [], 'settings.json is not left open');
    assert.equal(lastAsked(), 'Continue.');
  });

  it('stay open where they were open', async () => {
    window.save(OWN);
    await window.run('workbench.action.openSettingsJson');
    await window.run('toolLoopGuard.exemptTool', 'conversation-1', 'scripted_probe');
    assert.equal(window.tabs.size, 1);
  });

  it('are not touched while they have changes that are not saved; the user is told', async () => {
    window.save(OWN);
    window.isSettingsFileDirty = true;
    await window.run('toolLoopGuard.exemptTool', 'conversation-1', 'scripted_probe');
    assert.equal(window.settingsText, OWN);
    assert.match(window.shown.join(), /Save your changes to settings\.json, and then try again\./);
    assert.equal(lastAsked(), undefined, 'the agent does not go on');
  });

  it('are not opened to write what cannot hold a comment', async () => {
    await window.run('toolLoopGuard.exemptTool', 'conversation-1', 'scripted_probe');
    assert.deepEqual(window.ownSettings, { toolOverrides: { scripted_probe: { exempt: true } } });
    assert.ok(!window.executed.some(([command]) => command === 'workbench.action.openSettingsJson'));
  });

  it('that are no object give way to the entry of the tool', async () => {
    window.save('{ "toolLoopGuard.toolOverrides": { "scripted_probe": 3, "scripted_note": { "exempt": true } } }');
    await window.run('toolLoopGuard.exemptTool', 'conversation-1', 'scripted_probe');
    assert.deepEqual(window.ownSettings, {
      toolOverrides: { scripted_probe: { exempt: true }, scripted_note: { exempt: true } },
    });
  });

  /** What the chat was asked last. */
  function lastAsked(): unknown {
    const asked = window.executed.findLast(([command]) => command === 'workbench.action.chat.submit');
    return (asked?.[1] as { readonly inputValue?: string } | undefined)?.inputValue;
  }
});
