import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parse } from 'jsonc-parser';
import { linesIn, undone, withLines, withoutLines } from '../../../../src/node/install/hookLines';

const OURS = 'TOOL_LOOP_GUARD_PLUGIN="/p"; exit 0';
const LINES = {
  PreToolUse: { hooks: [{ type: 'command', command: OURS, timeout: 20 }] },
  Stop: { hooks: [{ type: 'command', command: OURS }] },
};

const WITH_COMMENTS = `{
    // Mine.
    "env": { "A": "b" }, // here
    "hooks": {
        "PreToolUse": [
            { "matcher": "Bash", "hooks": [{ "type": "command", "command": "lint" }] } // keep
        ],
        /* none yet */
        "PostToolUse": []
    },
}
`;

const values = (text: string): Record<string, unknown> =>
  parse(text, [], { allowTrailingComma: true }) as Record<string, unknown>;

function added(text: string): { readonly text: string; readonly lines: string[] } {
  const written = withLines(text, LINES);
  assert.ok(written !== undefined);
  const before = text.split('\n');
  return { text: written.text, lines: written.text.split('\n').filter((line) => !before.includes(line)) };
}

describe('lines in the settings of another agent', () => {
  it('are put behind those of others, with every comment kept', () => {
    const { text, lines } = added(WITH_COMMENTS);
    for (const kept of ['// Mine.', '"env": { "A": "b" }, // here', '// keep', '/* none yet */']) {
      assert.ok(text.includes(kept), kept);
    }
    assert.ok(lines.every((line) => !line.includes('env') && !line.includes('// Mine')));
    const { hooks } = values(text) as { hooks: Record<string, unknown[]> };
    assert.deepEqual(Object.keys(hooks), ['PreToolUse', 'PostToolUse', 'Stop']);
    assert.deepEqual(hooks['PreToolUse']?.at(-1), LINES.PreToolUse);
    assert.equal(hooks['PreToolUse']?.length, 2);
  });

  it('are laid out as the file is', () => {
    const { text } = added(WITH_COMMENTS);
    assert.match(text, /^ {12}\{\n {16}"hooks": \[/m);
    assert.match(added('{\r\n\t"a": 1\r\n}\r\n').text, /^\t"hooks": \{\r\n\t\t"PreToolUse"/m);
  });

  it('are taken back byte for byte, whatever the file looks like', () => {
    const simple = ['', '  \n', '{}', '{ }', '{"a":1}', '{"hooks":{}}', '{"hooks":{"Stop":[]}}\n'];
    for (const text of [...simple, WITH_COMMENTS, `\uFEFF${WITH_COMMENTS}`]) {
      const written = withLines(text, LINES);
      assert.ok(written !== undefined, text);
      assert.equal(undone(written.text, written.changes), text);
    }
  });

  it('leave a mark of the byte order at the head of a file, when they are written and when they are taken out', () => {
    const { text } = added('\uFEFF{"a":1}');
    assert.ok(text.startsWith('\uFEFF{'));
    assert.equal(withoutLines(text).replace(/[ \n]/g, ''), '\uFEFF{"a":1}');
  });

  it('are taken back byte for byte from any file, and leave what else is in it alone', () => {
    const json = fc.dictionary(fc.string({ maxLength: 6 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 });
    const group = fc.record({ hooks: fc.array(fc.record({ command: fc.string() }), { maxLength: 2 }) });
    const hooks = fc.option(fc.dictionary(fc.constantFrom('PreToolUse', 'Stop', 'Other'), fc.array(group)), {
      nil: undefined,
    });
    fc.assert(
      fc.property(json, hooks, fc.constantFrom(undefined, 2, '\t'), fc.boolean(), (rest, own, indent, isWindows) => {
        delete rest['__proto__'];
        delete rest['hooks'];
        const settings = own === undefined ? rest : { ...rest, hooks: own };
        const laidOut = JSON.stringify(settings, undefined, indent);
        const text = isWindows ? laidOut.replaceAll('\n', '\r\n') : laidOut;
        const written = withLines(text, LINES);
        assert.ok(written !== undefined);
        assert.equal(undone(written.text, written.changes), text);
        const { hooks: left, ...others } = values(withoutLines(written.text));
        const { hooks: meant, ...original } = values(text);
        assert.deepEqual(others, original);
        assert.deepEqual(withoutEmpty(left), withoutEmpty(meant));
      }),
      { seed: 7, numRuns: 300 },
    );
  });

  it('are found again, and nothing else is taken for them', () => {
    assert.deepEqual(linesIn(WITH_COMMENTS), {});
    assert.deepEqual(linesIn(added(WITH_COMMENTS).text), {
      PreToolUse: [LINES.PreToolUse],
      Stop: [LINES.Stop],
    });
  });

  it('go out of a file that was changed since, with the lists that were made for them', () => {
    const changed = added(WITH_COMMENTS).text.replace('"A": "b"', '"A": "c"');
    assert.deepEqual(values(withoutLines(changed)), {
      env: { A: 'c' },
      hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'lint' }] }], PostToolUse: [] },
    });
    assert.ok(withoutLines(changed).includes('// keep'));
    assert.deepEqual(values(withoutLines(added('{"a":1}').text)), { a: 1 });
  });

  it('go out of a group that others share', () => {
    const shared = JSON.stringify({
      hooks: { Stop: [{ hooks: [{ command: 'mine' }, { command: OURS }] }] },
    });
    assert.deepEqual(values(withoutLines(shared)), { hooks: { Stop: [{ hooks: [{ command: 'mine' }] }] } });
  });

  it('are not put into what is no settings file', () => {
    for (const text of ['[]', '1', '{', '{"hooks":[]}', '{"hooks":{"Stop":"x"}}', '{"hooks":{"Stop":{}}}', 'text']) {
      assert.equal(withLines(text, LINES), undefined, text);
      assert.equal(withoutLines(text), text);
    }
  });
});

/** Lists that hold nothing may go with our lines. */
function withoutEmpty(hooks: unknown): object {
  return Object.fromEntries(
    Object.entries((hooks ?? {}) as Record<string, unknown[]>).filter(([, list]) => list.length > 0),
  );
}
