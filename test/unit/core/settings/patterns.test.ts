import assert from 'node:assert/strict';
import { hasTooManyStars, literalPattern, matcher } from '../../../../src/core/settings/patterns';

describe('globs', () => {
  it('support *, ?, sets, alternatives, and a leading !', () => {
    assert.ok(matcher('read_*')('read_file'));
    assert.ok(matcher('*')('vendor/model'));
    assert.ok(matcher('copilot/gpt-?')('copilot/GPT-5'));
    assert.ok(matcher('[rw]*')('write'));
    assert.ok(matcher('{read,write}_file')('write_file'));
    assert.ok(matcher('!read_*')('write'));
    assert.ok(!matcher('!read_*')('read_file'));
    assert.ok(!matcher('read_*')('xread_file'));
  });

  it('match every other character literally', () => {
    for (const name of ['a(b)', 'a+b', 'a|b', 'a@b', '"a"', 'c++', '(a)+']) {
      assert.ok(matcher(name)(name), name);
    }
    assert.ok(!matcher('a|b')('b'));
    assert.ok(!matcher('(a|b)')('a'));
  });

  it('with too many stars match only themselves', () => {
    assert.ok(hasTooManyStars('a*b*c*d*e'));
    assert.ok(!hasTooManyStars('a*b*c*d'));
    assert.ok(!matcher('a*b*c*d*e')('abcde'));
    assert.ok(matcher('a*b*c*d*e')('a*b*c*d*e'));
  });

  it('made from a name match only that name', () => {
    for (const name of [
      '*',
      'plan:*',
      '!a',
      '{a,b}',
      '[a-z]',
      'a?',
      '+(a)',
      'a\\*',
      '**',
      '@(x|*)',
      '"*"',
      'a$^b',
      'read_file',
      '__proto__',
      '!(x)',
      '\\',
      '{1..9}',
    ]) {
      const matches = matcher(literalPattern(name));
      assert.ok(matches(name), name);
      for (const other of ['b', 'ab', 'plan:x', 'x', 'read', 'aa', '5', '']) {
        assert.equal(matches(other), other === name, `${name} against ${other}`);
      }
    }
  });
});
