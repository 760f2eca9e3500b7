import assert from 'node:assert/strict';
import { missingCapabilitiesText } from '../../../../src/core/status/capabilities';

const ALL = { version: '1.114.0', hasModelProviders: true, hasParticipants: true };

describe('missing capabilities', () => {
  it('are not reported where none is missing', () => {
    for (const version of ['1.114.0', '1.139.1', '1.200.0-insider', '2.0.0']) {
      assert.equal(missingCapabilitiesText({ ...ALL, version }), undefined, version);
    }
  });

  it('are named before the version that brought hooks of extensions, with that version', () => {
    for (const version of ['1.113.9', '1.104.0', '1.99.4', '0.200.0']) {
      assert.equal(
        missingCapabilitiesText({ ...ALL, version }),
        `Tool Loop Guard is limited in VS Code ${version}: its own agent isn’t guarded (hooks from ` +
          'extensions require VS Code 1.114 or later). Everything else works.',
      );
    }
  });

  it('are named together in one line', () => {
    const text = missingCapabilitiesText({ version: '1.89.0', hasModelProviders: false, hasParticipants: false }) ?? '';
    assert.match(
      text,
      /isn’t guarded .*; there are no guarded models \(.*1\.104 or later\); there is no @loopguard .*1\.90 or later\)/,
    );
    assert.doesNotMatch(text, /\n/);
  });

  it('are told by what is there, not by the version, where that can be asked for', () => {
    assert.match(
      missingCapabilitiesText({ ...ALL, hasModelProviders: false }) ?? '',
      /^[^;]*: there are no guarded models/,
    );
    assert.match(missingCapabilitiesText({ ...ALL, hasParticipants: false }) ?? '', /^[^;]*: there is no @loopguard/);
  });

  it('do not include hooks where the version cannot be read', () => {
    assert.equal(missingCapabilitiesText({ ...ALL, version: 'unknown' }), undefined);
  });
});
