import assert from 'node:assert/strict';
import { CallWindow } from '../../../src/engine/ledger/callWindow';
import { LastMessage } from '../../../src/engine/ledger/lastMessage';
import { type Made, call, failing, history, times } from './rules/evidence';

const FAILURE = failing('run', { command: 'make' }, 'make: *** No rule to make target');
const OTHER_FAILURE = failing('run', { command: 'make' }, 'make: Permission denied');
const SUCCESS = call('run', { command: 'make' }, 'Built 3 files');
const ANOTHER = failing('run', { command: 'make all' }, 'make: *** No rule to make target');

const CAPACITY = 100;

/** A window and the message before it; calls are made and answered one by one. */
class Session {
  readonly window = new CallWindow();
  readonly message = new LastMessage(this.window);
  #made: Made[] = [];

  make(...calls: readonly Made[]): this {
    for (const made of calls) {
      this.#made.push(made);
      const entry = history(...this.#made).at(-1);
      assert.ok(entry?.outcome !== undefined);
      this.window.append(entry, CAPACITY);
      this.message.answered(entry, entry.outcome);
    }
    return this;
  }

  say(): this {
    this.message.followedBy(this.#made.length);
    return this;
  }

  get counted(): number[] {
    return this.window.entries.map(({ index }) => index);
  }
}

describe('last message', () => {
  it('ends what the window holds', () => {
    const session = new Session().make(SUCCESS, SUCCESS).say();
    assert.deepEqual(session.counted, []);
    assert.equal(session.message.firstIndex, 2);
  });

  it('was in vain if the call that failed before it fails with the same answer', () => {
    assert.deepEqual(new Session().make(SUCCESS, FAILURE).say().make(FAILURE).counted, [0, 1, 2]);
    assert.deepEqual(new Session().make(SUCCESS, FAILURE).say().say().make(FAILURE, FAILURE).counted, [0, 1, 2, 3]);
  });

  for (const [what, first] of Object.entries({ 'another answer': OTHER_FAILURE, 'another call': ANOTHER })) {
    it(`was not in vain if ${what} comes first`, () => {
      assert.deepEqual(new Session().make(FAILURE, FAILURE).say().make(first, FAILURE).counted, [2, 3]);
    });
  }

  it('was not in vain if the last call before it went well', () => {
    assert.deepEqual(new Session().make(FAILURE, SUCCESS).say().make(FAILURE).counted, [2]);
  });

  it('after one in vain, leaves the calls until the first one is answered', () => {
    const session = new Session().make(FAILURE).say().make(FAILURE).say();
    assert.deepEqual(session.counted, [0, 1]);
    assert.deepEqual(session.make(FAILURE).counted, [0, 1, 2]);
    assert.deepEqual(session.say().make(SUCCESS).counted, [3]);
    assert.deepEqual(session.say().counted, []);
  });

  it('leaves no more calls than may be kept, however often the person speaks in vain', () => {
    const session = new Session();
    for (let message = 0; message < 2 * CAPACITY; message++) {
      session.make(FAILURE).say();
    }
    assert.equal(session.make(FAILURE).counted.length, CAPACITY);
  });

  it('goes on from what is stored of it', () => {
    const session = new Session().make(...times(2, FAILURE)).say();
    const elsewhere = new LastMessage(session.window);
    elsewhere.restore(session.message.stored());
    assert.equal(elsewhere.firstIndex, 2);
    assert.equal(elsewhere.stored().before?.length, 2);
  });

  it('forgets the calls', () => {
    const session = new Session().make(FAILURE).say().make(FAILURE);
    session.message.forget();
    assert.deepEqual(session.counted, []);
    assert.deepEqual(session.message.stored(), { firstIndex: 1 });
  });
});
