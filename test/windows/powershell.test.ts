import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Language, type Node, Parser } from 'web-tree-sitter';
import { installed, PLUGIN, shippedEntries } from './hookEntry';

const ROOTS = ['C:\\plugin', 'C:\\Users\\First Last\\plug in', 'C:\\R&D (x)\\100%'];

/** What PowerShell takes for a word and hands on as it is, and what stands between words. */
const PLAIN = new Set(['generic_token', 'command_argument_sep']);

describe('the hook command in PowerShell', () => {
  let parser: Parser;

  before(async () => {
    // Else the process does not end before V8 has optimized the whole grammar, which takes minutes.
    setFlagsFromString('--liftoff-only');
    await Parser.init();
    const grammar = require.resolve('tree-sitter-powershell/tree-sitter-powershell.wasm');
    parser = new Parser().setLanguage(await Language.load(grammar));
  });

  function parsed(text: string): Node {
    const tree = parser.parse(text);
    assert.ok(tree);
    return tree.rootNode;
  }

  /** PowerShell would run this as one program with these words, none of which it changes. */
  function plainWords(text: string): string[] | undefined {
    const root = parsed(text);
    const commands = root.descendantsOfType('command').filter((node) => node !== null);
    const [command, ...others] = commands;
    if (root.hasError || command === undefined || others.length > 0 || command.text !== root.text.trim()) {
      return undefined;
    }
    const elements = command.childForFieldName('command_elements')?.namedChildren ?? [];
    if (elements.some((element) => element === null || !PLAIN.has(element.type))) {
      return undefined;
    }
    return text.split(' ');
  }

  for (const { event, ...entry } of shippedEntries()) {
    it(`is one program with plain words for ${event}`, () => {
      for (const root of ROOTS) {
        const { text } = installed(entry, root);
        assert.ok(plainWords(text), text);
      }
    });

    it(`is the same for ${event} under each name that stands for Windows`, () =>
      assert.equal(entry.powershell, entry.windows));
  }

  it('would not be plain with the text of a POSIX shell or with quotation marks', () => {
    assert.ok(parsed('if [ -n "$A" ]; then exec "$B"; fi; exit 0').hasError);
    assert.equal(plainWords("if ($env:A) { & $env:B 'hook.js' }; exit 0"), undefined);
    assert.equal(plainWords('cmd /d /c "C:\\plug in\\hook.cmd"'), undefined);
    assert.equal(plainWords('cmd /d /c a & b'), undefined);
  });
});

describe('hook.cmd', () => {
  const read = () => readFileSync(resolve(PLUGIN, 'hook.cmd'), 'latin1');

  it('ends its lines as cmd.exe needs it to find a label', () => assert.doesNotMatch(read(), /[^\r]\n/));

  it('is the same in every code page', () => assert.match(read(), /^[\r\n\x20-\x7e]+$/));
});
