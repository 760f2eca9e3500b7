// What a test can do inside a window: see test/fixtures/agent-host-door.
import { existsSync, readFileSync } from 'node:fs';

type Order =
  | { readonly order: 'commands' }
  | { readonly order: 'activate'; readonly id: string }
  | {
      readonly order: 'run' | 'start';
      readonly command: string;
      readonly parameters: readonly unknown[];
    }
  | {
      readonly order: 'configure';
      readonly name: string;
      readonly value: unknown;
      readonly target: number;
    };

export class Door {
  readonly #path: string;

  /** @param path where the window writes its address */
  constructor(path: string) {
    this.#path = path;
  }

  get isOpen(): boolean {
    return existsSync(this.#path);
  }

  /** @throws the window's error if it fails */
  async order<T>(order: Order): Promise<T> {
    const response = await fetch(readFileSync(this.#path, 'utf8'), {
      method: 'POST',
      body: JSON.stringify(order),
    });
    const { answer, error } = (await response.json()) as {
      answer?: T;
      error?: string;
    };
    if (error !== undefined) {
      throw new Error(error);
    }
    return answer as T;
  }
}
