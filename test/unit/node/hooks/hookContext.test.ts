import assert from 'node:assert/strict';
import { withoutHookContext } from '../../../../src/node/transport/hookContext';

const BEFORE = '<PreToolUse-context>\nTry another way.\n</PreToolUse-context>';
const AFTER = '<PostToolUse-context>\nIt is 12:00.\n</PostToolUse-context>';

describe('a result without additions of hooks', () => {
  for (const [name, result, expected] of [
    ['is the result itself where no hook has spoken', 'Done.', 'Done.'],
    ['is the same whether or not a hook has spoken of it: without line ends', 'root@vm:/# \n\n\n', 'root@vm:/#'],
    ['is so with the words of a hook', `root@vm:/# \n\n\n\n${BEFORE}`, 'root@vm:/#'],
    ['ends where the words of the hook before the call begin', `Done.\n\n${BEFORE}`, 'Done.'],
    ['ends where the words of several hooks begin', `Done.\n${BEFORE}\n\n${AFTER}\n`, 'Done.'],
    ['is empty where the tool said nothing', `\n${BEFORE}`, ''],
    ['keeps what the tool says of such a block', `See ${BEFORE} in the file.`, `See ${BEFORE} in the file.`],
    ['keeps an end without a beginning', 'Done.</PreToolUse-context>', 'Done.</PreToolUse-context>'],
  ] as const) {
    it(name, () => assert.equal(withoutHookContext(result), expected));
  }
});
