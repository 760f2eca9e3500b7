import { ageText } from '../words/numberText';
import type { Translate } from '../words/language';
import { commandAnchor, htmlPage, type PageFrame, escapeMarkup } from '../words/pages/htmlPage';
import { type Protection, type ProtectionRow, levelText, reasonsText, SIGNS } from './protectionTable';
import { SESSION_TYPES } from './facts';
import { type RemedyCommand, stopThreadLink } from './remedyCommand';
import { type RunningThread, threadName } from './runningThread';
import { sessionName } from './sessionProbe';

const PROTECTION_STYLE = `
.rows { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 6px 10px; margin: 8px 0; }
.sign { font-weight: 600; }
.level { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.lead { font-weight: 600; }
`;

interface ProtectionReport {
  readonly rows: readonly ProtectionRow[];
  /** Session types whose agents aren't on this machine. */
  readonly missing: readonly string[];
  readonly threads: readonly RunningThread[];
  readonly nowMs: number;
}

/** An HTML page without scripts or requests. Every text is escaped. */
export function protectionPage(
  { rows: all, missing, threads, nowMs }: ProtectionReport,
  frame: PageFrame,
  translate: Translate,
): string {
  const title = translate('Which sessions are guarded');
  const row = (each: ProtectionRow): string => rowMarkup(each, nowMs, translate);
  const isMissing = ({ type, obstacles }: ProtectionRow): boolean =>
    missing.includes(type) && obstacles.some(({ id }) => id === 'noHook');
  const rows = all.filter((each) => !isMissing(each));
  const inWindow = rows.filter(({ type }) => SESSION_TYPES.some(({ id }) => id === type));
  const outside = rows.filter((each) => !inWindow.includes(each));
  const absent = all.filter((each) => isMissing(each) && each.type !== 'codex').map(({ name }) => name);
  const parts = [
    `<h1>${escapeMarkup(title)}</h1>`,
    `<p class="lead">${escapeMarkup(leadText(rows, frame.language, translate))}</p>`,
    `<div class="rows">${inWindow.map(row).join('')}</div>`,
    `<h2>${escapeMarkup(translate('In a terminal'))}</h2>`,
    `<div class="rows">${together(outside, frame.language).map(row).join('')}</div>`,
    absent.length > 0 &&
      `<p>${escapeMarkup(translate('Not found on this machine: {names}.', { names: absent.join(', ') }))}</p>`,
    ...(threads.length === 0 ? [] : threadsMarkup(threads, translate)),
  ];
  return htmlPage(title, PROTECTION_STYLE, parts, frame);
}

function threadsMarkup(threads: readonly RunningThread[], translate: Translate): string[] {
  return [
    `<h2>${escapeMarkup(translate('Codex in the background'))}</h2>`,
    `<p>${escapeMarkup(translate('It keeps running when its terminal is closed.'))}</p>`,
    ...threads.map((thread) => {
      const { title, command, given } = stopThreadLink(translate, thread.id);
      return `<p>${escapeMarkup(threadName(thread))} ${commandAnchor(command, title, ...given)}</p>`;
    }),
  ];
}

function leadText(rows: readonly ProtectionRow[], language: string, translate: Translate): string {
  const named = (level: Protection): string =>
    listed(
      rows.filter(({ protection }) => protection === level).map(({ name }) => name),
      language,
    );
  const [guarded, partly, others] = [named('guarded'), named('partly'), named('not')];
  return [
    guarded !== '' && translate('Guarded: {sessions}.', { sessions: guarded }),
    partly !== '' && translate('Partly guarded: {sessions}.', { sessions: partly }),
    others !== '' && translate('Not guarded: {sessions}.', { sessions: others }),
  ]
    .filter(Boolean)
    .join(' ');
}

function listed(names: readonly string[], language: string): string {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(names);
}

function together(rows: readonly ProtectionRow[], language: string): ProtectionRow[] {
  const keyOf = ({ protection, obstacles }: ProtectionRow): string =>
    [protection, ...obstacles.map(({ why, remedy }) => why + remedy)].join('\n');
  const groups = new Map<string, { readonly row: ProtectionRow; readonly names: string[] }>();
  for (const row of rows) {
    const group = groups.get(keyOf(row)) ?? { row, names: [] };
    group.names.push(row.name);
    groups.set(keyOf(row), group);
  }
  return [...groups.values()].map(({ row, names }) => ({ ...row, name: listed(names, language) }));
}

/** Only for guarded sessions: settings alone prove nothing. */
function seenText({ type, protection, latest }: ProtectionRow, nowMs: number, translate: Translate): string {
  if (!['copilot', 'claude'].includes(type) || protection === 'not' || protection === 'unknown') {
    return '';
  }
  if (latest === undefined) {
    return translate('No such session has been seen yet.');
  }
  const values = { age: ageText(nowMs - latest.lastAtMs, translate), session: sessionName(latest, translate) };
  return latest.judge === 'window'
    ? translate('{session}: last call checked {age}.', values)
    : translate('{session}: last call checked {age}, but not by this window, so its stops aren’t shown here.', values);
}

function rowMarkup(row: ProtectionRow, nowMs: number, translate: Translate): string {
  const { name, protection, obstacles } = row;
  const links = new Map<string, RemedyCommand>();
  const alone = new Set<string>();
  for (const { remedy, remedyBy } of obstacles) {
    if (remedyBy === undefined) {
      alone.add(remedy);
    } else {
      links.set(remedyBy.title, remedyBy);
    }
  }
  const what = [seenText(row, nowMs, translate), reasonsText(obstacles), ...alone].filter(Boolean).join(' ');
  const ways = [...links.values()].map(({ title, command, given }) => commandAnchor(command, title, ...given));
  return (
    `<span class="sign ${protection}" aria-hidden="true">${SIGNS[protection]}</span>` +
    `<div><strong>${escapeMarkup(name)}</strong>` +
    `<span class="level">: ${escapeMarkup(levelText(protection, translate))}.</span> ` +
    [escapeMarkup(what), ...ways].join(' ') +
    '</div>'
  );
}
