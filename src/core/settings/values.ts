import type { Setting } from '../../engine/rules/setting';
import type { Translate } from '../words/language';

/** Descriptions are English Markdown. */
export type Value = Exclude<Setting, { readonly kind: 'choice' }> | ChoiceValue | TextValue | ListValue | RecordValue;

export interface ChoiceValue {
  readonly kind: 'choice';
  readonly default: string;
  readonly words: Readonly<Record<string, string>>;
  readonly description: string;
  /** The word that each spelling stands for. Accepted, but offered nowhere. */
  readonly spellings?: Readonly<Record<string, string>>;
  /** Shown in pickers instead of the words. */
  readonly labels?: Readonly<Record<string, string>>;
  /** All words, if left out. */
  readonly offered?: readonly string[];
}

interface TextValue {
  readonly kind: 'text';
  readonly default: string;
  readonly most: number;
  readonly description: string;
  readonly isValid?: (text: string) => boolean;
  readonly allowed?: (translate: Translate) => string;
}

interface ListValue {
  readonly kind: 'list';
  readonly default: readonly string[];
  readonly description: string;
  readonly of?: ChoiceValue;
  readonly most?: number;
}

interface RecordValue {
  readonly kind: 'record';
  readonly default: object;
  readonly description: string;
  readonly rows: readonly NamedValue[];
}

export interface NamedValue {
  /** As in settings.json: `matching.windowSize` is the member `windowSize` of `matching`. */
  readonly name: string;
  readonly value: Value;
  /** Names that other guards use, also accepted. Hyphens and underscores stand for capitals. */
  readonly aliases?: readonly string[];
}

/** The value in its canonical spelling; undefined if it isn't allowed. */
export function accepted(value: Value, written: unknown): unknown {
  switch (value.kind) {
    case 'switch':
      return typeof written === 'boolean' ? written : undefined;
    case 'count':
    case 'number': {
      const isNumber = value.kind === 'count' ? Number.isInteger(written) : Number.isFinite(written);
      const number = written as number;
      const isNever = number === 0 && value.kind === 'count' && value.orNever === true;
      return isNumber && (isNever || (number >= value.least && number <= value.most)) ? number : undefined;
    }
    case 'choice': {
      const words = { ...value.spellings, ...Object.fromEntries(Object.keys(value.words).map((word) => [word, word])) };
      return typeof written === 'string' && Object.hasOwn(words, written) ? words[written] : undefined;
    }
    case 'text':
      return typeof written === 'string' && written.length <= value.most && value.isValid?.(written) !== false
        ? written
        : undefined;
    case 'list': {
      const { of, most = Infinity } = value;
      const item = (text: unknown): unknown =>
        of === undefined ? (typeof text === 'string' && text !== '' ? text : undefined) : accepted(of, text);
      const items = Array.isArray(written) && written.length <= most ? written.map(item) : [undefined];
      return items.includes(undefined) ? undefined : items;
    }
    case 'record':
      return undefined;
  }
}

export function allowedText(value: Value, translate: Translate): string {
  switch (value.kind) {
    case 'switch':
      return translate('true or false');
    case 'count':
    case 'number': {
      const range = { minimum: String(value.least), maximum: String(value.most) };
      if (value.kind === 'number') {
        return translate('a number from {minimum} to {maximum}', range);
      }
      return value.orNever === true
        ? translate('0, or a whole number from {minimum} to {maximum}', range)
        : translate('a whole number from {minimum} to {maximum}', range);
    }
    case 'choice':
      return translate('one of: {values}', { values: (value.offered ?? Object.keys(value.words)).join(', ') });
    case 'text':
      return value.allowed?.(translate) ?? translate('a text of at most {count} characters', { count: value.most });
    case 'list':
      return translate('a list, each item {item}', {
        item: value.of === undefined ? translate('a text') : allowedText(value.of, translate),
      });
    case 'record':
      return translate('an object of names and values');
  }
}

/** Reads what a user types in a chat or a variable: bare numbers and words, labels of pickers, lists with commas. */
export function typedValue(value: Value, text: string): unknown {
  const trimmed = text.trim();
  switch (value.kind) {
    case 'switch': {
      const word = trimmed.toLowerCase();
      const isOn = ['true', '1', 'yes', 'on'].includes(word);
      return isOn || ['false', '0', 'no', 'off', ''].includes(word) ? isOn : undefined;
    }
    case 'count':
    case 'number':
      return accepted(value, /^[+-]?\d{1,15}(\.\d{1,15})?$/.test(trimmed) ? Number(trimmed) : undefined);
    case 'list': {
      const words = trimmed.replace(/^\[|\]$/g, '').split(/[\s,]+/);
      return accepted(
        value,
        words.map((word) => word.replace(/["']/g, '').toLowerCase()).filter((word) => word !== ''),
      );
    }
    case 'text':
      return accepted(value, /^https?:/i.test(trimmed) ? trimmed : trimmed.toLowerCase());
    case 'choice': {
      const word = trimmed.toLowerCase();
      const [named = word] = Object.entries(value.labels ?? {}).find(([, label]) => label.toLowerCase() === word) ?? [];
      return accepted(value, named);
    }
    case 'record':
      return accepted(value, trimmed.toLowerCase());
  }
}
