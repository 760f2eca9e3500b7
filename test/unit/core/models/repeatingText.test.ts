import assert from 'node:assert/strict';
import { inEnglish } from '../../../../src/core/words/language';
import {
  type Repetition,
  RepeatingText,
  repeatingTextNotice,
  watchAnswer,
} from '../../../../src/core/models/repeatingText';

const MOST = 5;

function found(text: string, pieceLength = 7): Repetition | undefined {
  const watch = new RepeatingText(MOST);
  let result: Repetition | undefined;
  for (let at = 0; at < text.length; at += pieceLength) {
    result = watch.push(text.slice(at, at + pieceLength));
  }
  return result;
}

const times = (count: number, text: string): string => Array.from({ length: count }, () => text).join('');

const PARAGRAPH =
  'I will look at the configuration first, since the error message names it. After that I will run the tests ' +
  'again and see whether the failure is still there.\n\n';

const SECTION = `Let me look at the file again.

\`\`\`ts
export const answer = 42;
\`\`\`

The value is set in line 12; the test expects another one. I will change it now.

- first the constant
- then the test

`;

const LOOPS: Record<string, string> = {
  'a sentence in one line': times(8, 'I will now read the file again. '),
  'a sentence in each line': times(8, 'I will now read the file again.\n'),
  'a paragraph': times(6, PARAGRAPH),
  'a section with code and a list': times(7, SECTION),
  'a phrase without any punctuation': times(30, 'and then we try it once more '),
  'one word': times(200, 'very '),
  'Chinese sentences': times(12, '我现在再次查看配置文件，然后重新运行所有测试。'),
  'Japanese sentences': times(12, 'もう一度設定ファイルを確認してからテストを実行します。'),
  'German questions': times(8, 'Soll ich die Prüfung noch einmal ausführen? '),
  'a paragraph after a good beginning':
    '# Report\n\nAll is well so far. The tests pass.\n\n| a | b |\n| - | - |\n\n' + `${times(6, PARAGRAPH)}`,
  'two sentences in turn': times(8, 'Let me check the log file first. Then I will read the settings again. '),
};

const LICENSE = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and
associated documentation files (the "Software"), to deal in the Software without restriction.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED. IN NO EVENT SHALL
THE AUTHORS BE LIABLE FOR ANY CLAIM. IN NO EVENT SHALL THE HOLDERS BE LIABLE FOR ANY DAMAGES.
`;

const GOOD: Record<string, string> = {
  'a fenced block of equal lines': `\`\`\`js\n${times(60, 'await page.click(button);\n')}\`\`\`\n`,
  'prose inside a fence': `~~~\n${times(60, 'All work and no play makes Jack a dull boy.\n')}~~~\n`,
  'code without a fence': times(30, '    await expect(page).toHaveTitle(title);\n'),
  'closing braces': times(12, '          }\n        }\n      }\n    }\n  }\n}\n'),
  'SQL rows': times(40, "INSERT INTO users (name, age) VALUES ('Ann', 30);\n"),
  'Python without a fence': times(20, 'def test_nothing(self):\n    pass\n\n'),
  comments: times(20, '// This line is the same in every generated file.\n'),
  'a table of equal rows':
    '| name | what it does | default |\n| --- | --- | --- |\n' +
    `${times(40, '| the name of the thing | what this thing does here | none |\n')}`,
  'a list of equal items': times(40, '- write a test for this function and run it\n'),
  'a numbered list': Array.from(
    { length: 40 },
    (_, index) => `${index + 1}. Open the settings and choose the second entry.\n`,
  ).join(''),
  'a checklist': times(40, '- [ ] Ask the maintainers about this change.\n'),
  'JSON rows': `[\n${times(60, '  { "name": "the same name", "value": "the same value" },\n')}]\n`,
  'bare JSON strings': times(60, '  "the same text again and again",\n'),
  YAML: times(30, 'name: the same name here\nvalue: the same value here\n'),
  CSV: times(40, 'Ann Smith,New York City,United States of America,active\n'),
  'log lines': times(40, 'INFO Starting the server on the usual port\n'),
  'log lines with a time': times(40, '2026-01-01 12:00:00 server started and is listening now\n'),
  'horizontal rules': times(60, '---\n\n'),
  'one long rule': times(3000, '='),
  'dots of progress': times(3000, '.'),
  'a hex dump': times(60, '00000000  00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  |................|\n'),
  base64: times(400, 'QUFBQUFBQUFBQUFBQUFB'),
  'a drawing': times(20, '   /\\_/\\   \n  ( o.o )  \n   > ^ <   \n'),
  'a banner of letters': times(12, 'XX   XX   XXXXX   XX      XX\n'),
  HTML: times(40, '<li><a href="#">the same entry in the menu</a></li>\n'),
  'a licence before each of several files': Array.from(
    { length: 12 },
    (_, index) => `${LICENSE}\n\`\`\`ts\nexport const file${index} = ${index};\n\`\`\`\n\n`,
  ).join(''),
  'a licence four times': times(4, LICENSE),
  'short answers': times(20, 'Done.\n'),
  'a quotation': times(30, '> To be or not to be, that is the question.\n'),
  'equal headings with different text': Array.from(
    { length: 20 },
    (_, index) =>
      `## What has changed here\n\nThe ${index}th change is about the ${'abcdefghij'[index % 10]} part of it.\n\n`,
  ).join(''),
  'steps that differ in a number': Array.from(
    { length: 60 },
    (_, index) => `Step ${index}: now run the command and wait for it to end.\n`,
  ).join(''),
  'sentences that differ in a word': Array.from(
    { length: 60 },
    (_, index) => `The function ${'abcdefghijklmnopqrstuvwxyz'[index % 26]}${index} returns the same value as before. `,
  ).join(''),
  'a refrain between verses': Array.from(
    { length: 20 },
    (_, index) =>
      `Verse ${index} tells another part of the story.\nSing it once again, my friend, sing it once again.\n`,
  ).join(''),
  'a refrain sung four times': times(4, 'Sing it once again, my friend, sing it once again.\n'),
  'stack frames': times(40, '    at Object.run (/app/src/main.ts:10:5)\n'),
  'aligned columns': times(30, 'alpha beta      gamma delta      epsilon zeta\n'),
  'TAP output': Array.from({ length: 60 }, (_, index) => `ok ${index} - the parser reads the same thing again\n`).join(
    '',
  ),
};

describe('repeating text', () => {
  for (const [name, text] of Object.entries(LOOPS)) {
    it(`is found: ${name}`, () => {
      for (const pieceLength of [1, 7, 1000, text.length]) {
        assert.ok(found(text, pieceLength), `in pieces of ${pieceLength}`);
      }
    });
  }

  for (const [name, text] of Object.entries(GOOD)) {
    it(`is not seen in ${name}`, () => {
      for (const pieceLength of [1, 13, text.length]) {
        assert.equal(found(text, pieceLength), undefined, `in pieces of ${pieceLength}`);
      }
    });
  }

  it('needs as many repetitions as the setting says', () => {
    assert.equal(found(times(4, PARAGRAPH)), undefined);
    assert.equal(found(times(MOST, PARAGRAPH))?.count, MOST);
    assert.match(found(times(MOST, PARAGRAPH))?.passage ?? '', /^I will look at the configuration first/);
  });

  it('is found early, not at the end', () => {
    const watch = new RepeatingText(MOST);
    const sentence = 'I will now read the file again. ';
    let sentences = 0;
    while (watch.push(sentence) === undefined) {
      sentences++;
      assert.ok(sentences < 10);
    }
  });

  it('is found whatever the pieces of the text', () => {
    const counts = [1, 2, 3, 50, 399, 400, 401, 5000].map(
      (pieceLength) => found(times(20, PARAGRAPH), pieceLength)?.count,
    );
    assert.deepEqual(new Set(counts), new Set([MOST]));
  });

  it('can be turned off', () => {
    const text = times(20, PARAGRAPH);
    assert.equal(watchAnswer({ maxTextRepetitions: 0 }, inEnglish)(text), undefined);
    assert.equal(
      watchAnswer({ maxTextRepetitions: MOST }, inEnglish)(text),
      repeatingTextNotice({ count: MOST, passage: '' }, inEnglish),
    );
  });
});
