// Measurements for `npm run bench` in a real VS Code. One line each, for bench/inVSCode.ts.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { newChat, ready, script, until } from '../e2e/agent';
import { noSettings, userSettings } from '../e2e/settings';
import { say } from './say';

const PARTS = 20_000;
const ROUNDS = 9;
const WARM_UP = 2;
const FIRST_PARTS = 40;

const tell = (figure: Readonly<Record<string, number | undefined>>): void => say(`FIGURE ${JSON.stringify(figure)}`);

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;

async function model(vendor: string, id: string): Promise<vscode.LanguageModelChat> {
  const found = (await vscode.lm.selectChatModels({ vendor })).find((candidate) => candidate.id === id);
  assert.ok(found);
  return found;
}

/** Milliseconds until the first part and until the end of an answer. */
async function read(
  from: vscode.LanguageModelChat,
  prompt: string,
  characters: number,
): Promise<{ first: number; whole: number }> {
  const begin = performance.now();
  const response = await from.sendRequest([vscode.LanguageModelChatMessage.User(prompt)]);
  let first = Number.NaN;
  let received = 0;
  for await (const part of response.stream) {
    first = received === 0 ? performance.now() - begin : first;
    received += part instanceof vscode.LanguageModelTextPart ? part.value.length : 0;
  }
  assert.equal(received, characters);
  return { first, whole: performance.now() - begin };
}

type Ways<T> = Record<'passing' | 'guarded', T>;

/** Measures both ways in each round, in changing order, so that noise affects both. */
async function inTurns(
  ways: Ways<vscode.LanguageModelChat>,
  rounds: number,
  measure: (one: vscode.LanguageModelChat) => Promise<number>,
): Promise<Ways<number[]>> {
  const names = Object.keys(ways) as (keyof typeof ways)[];
  const spent: Ways<number[]> = { passing: [], guarded: [] };
  for (let round = -WARM_UP; round < rounds; round++) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(turn + round + WARM_UP) % names.length] as keyof typeof ways;
      const milliseconds = await measure(ways[name]);
      if (round >= 0) {
        spent[name].push(milliseconds);
      }
    }
  }
  return spent;
}

/** An extension's row in VS Code's "Startup Performance": name, eager, load code, call activate, finish activate, … */
function rowOf(extension: string): string[] | undefined {
  const lines = vscode.workspace.textDocuments.flatMap((document) => document.getText().split('\n'));
  return lines
    .find((line) => line.startsWith(`| ${extension} `))
    ?.split('|')
    .map((cell) => cell.trim());
}

describe('figures of this VS Code', function () {
  this.timeout(300_000);

  it('prints what the extension adds at start', async () => {
    await ready();
    await vscode.commands.executeCommand('perfview.show');
    let row: string[] | undefined;
    await until(() => (row = rowOf('tool-loop-guard.tool-loop-guard')) !== undefined);
    const [, , , , activate] = row ?? [];
    tell({ activate: Number(activate) });
  });

  it('prints the throughput of a guarded model', async () => {
    await ready();
    await noSettings();
    await newChat();
    await userSettings({ guardedModels: ['scripted/*'] });
    await until(async () => (await vscode.lm.selectChatModels({ vendor: 'tool-loop-guard' })).length === 2);
    const words =
      'the build of this project fails because module resolution differs between a test runner and its bundler'.split(
        ' ',
      );
    const texts = Array.from(
      { length: PARTS },
      (_, index) => `${words[(index * 7 + (index >> 4)) % words.length] ?? ''}${index % 11 === 0 ? `${index}. ` : ' '}`,
    );
    await script('throughput', [{ texts }]);
    await script('one part', [{ text: 'One.' }]);
    await vscode.commands.executeCommand('scriptedModel.passOn');
    await until(async () => (await vscode.lm.selectChatModels({ vendor: 'passing' })).length === 1);
    const ways = {
      passing: await model('passing', 'passing-one'),
      guarded: await model('tool-loop-guard', 'scripted/scripted-one'),
    };
    const length = texts.join('').length;
    const wholes = await inTurns(ways, ROUNDS, async (one) => (await read(one, 'throughput', length)).whole);
    const firsts = await inTurns(ways, FIRST_PARTS, async (one) => (await read(one, 'one part', 4)).first);
    tell({
      ratioToPassing: median(wholes.guarded.map((spent, round) => (wholes.passing[round] ?? Number.NaN) / spent)),
      firstPassing: median(firsts.passing),
      firstGuarded: median(firsts.guarded),
    });
    await noSettings();
  });
});
