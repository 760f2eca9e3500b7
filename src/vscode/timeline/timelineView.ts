import * as vscode from 'vscode';
import type { CallAddress } from '../../core/timeline/timelineCall';
import type { Timeline } from '../../core/timeline/timeline';
import { callLines, type LoopLine, loopLines, type ViewLine } from '../../core/timelineView/loopLines';
import type { CallLabeller } from '../../core/words/callLabel';
import { translate } from '../host/translate';
import { commandLink } from '../host/commands';
import { VIEWS } from '../host/ids';
import { happensWithin } from '../host/happensWithin';
import { Throttle } from '../host/throttle';

/** Ages are in minutes. */
const AGE_INTERVAL_MS = 60_000;

/** VS Code asks for the lines of a view that becomes visible within this time. */
const LISTING_LIMIT_MS = 2_000;

/** A busy agent doesn't redraw the view with each of its calls. */
const CHANGE_INTERVAL_MS = 300;

type TimelineLine = ViewLine & { readonly loop?: LoopLine };

export class TimelineView implements vscode.TreeDataProvider<TimelineLine>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<TimelineLine | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #view: vscode.TreeView<TimelineLine>;
  readonly #subscriptions: vscode.Disposable;
  readonly #changes = new Throttle(CHANGE_INTERVAL_MS, () => this.#update());
  readonly #ages = new Throttle(AGE_INTERVAL_MS, () => this.#update());
  #listed: readonly ViewLine[] = [];
  /** Fires when VS Code has asked for the lines. */
  readonly #listings = new vscode.EventEmitter<void>();
  /** Loops found until then have been seen; milliseconds since 1970. */
  #seenMs = 0;

  constructor(
    private readonly timeline: Timeline,
    private readonly labels: CallLabeller,
  ) {
    this.#view = vscode.window.createTreeView(VIEWS.timeline, { treeDataProvider: this });
    this.#subscriptions = vscode.Disposable.from(
      this.#view,
      this.#changed,
      this.#changes,
      this.#ages,
      this.#listings,
      this.#view.onDidChangeVisibility(() => this.#update()),
      timeline.onDidChange(() => this.#changes.request()),
    );
    this.#update();
  }

  getChildren(line?: TimelineLine): TimelineLine[] {
    if (line !== undefined) {
      return isLoop(line)
        ? callLines(line, this.timeline, translate).map((call): TimelineLine => ({ ...call, loop: line }))
        : [];
    }
    this.#listed = loopLines(this.timeline, { translate, labels: this.labels, nowMs: Date.now() });
    this.#listings.fire();
    return [...this.#listed];
  }

  getParent(line: TimelineLine): TimelineLine | undefined {
    return line.loop;
  }

  getTreeItem(line: TimelineLine): vscode.TreeItem {
    const { id, label, description, spoken, icon } = line;
    const { None, Collapsed } = vscode.TreeItemCollapsibleState;
    const item = new vscode.TreeItem(label, isLoop(line) ? Collapsed : None);
    item.id = id;
    item.iconPath = new vscode.ThemeIcon(icon.id, icon.color ? new vscode.ThemeColor(icon.color) : undefined);
    item.accessibilityInformation = { label: spoken };
    item.tooltip = [label, description].filter((part) => part !== undefined).join('\n');
    if (description !== undefined) {
      item.description = description;
    }
    if (isLoop(line)) {
      item.contextValue = 'detection';
      item.command = commandLink('toolLoopGuard.selectDetection', translate('Show Loop Details'), line);
    }
    return item;
  }

  /** Opens the view and selects the loop, without expanding it. */
  async reveal({ conversationId, number }: CallAddress): Promise<void> {
    const loop = this.timeline
      .conversation(conversationId)
      ?.loops.find(({ detections }) => detections.some((call) => call.number === number));
    const isIt = (line: ViewLine): boolean =>
      isLoop(line) && line.conversationId === conversationId && line.number === loop?.last.number;
    const isListed = (): boolean => this.#listed.some(isIt);
    // A hidden view asks for lines when it becomes visible, and until then, VS Code drops what it is asked to reveal.
    if (!isListed() && (await happensWithin(LISTING_LIMIT_MS, this.#listings.event, isListed))) {
      // VS Code takes the lines over before anything else happens.
      await new Promise(setImmediate);
    }
    const line = this.#listed.find(isIt);
    if (line !== undefined) {
      await this.#view.reveal(line, { select: true, focus: true, expand: false });
    }
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #update(): void {
    const loops = this.timeline.conversations.flatMap((conversation) => conversation.loops);
    if (this.#view.visible) {
      this.#seenMs = loops.reduce((latest, { last }) => Math.max(latest, last.atMs), this.#seenMs);
      this.#changed.fire(undefined);
      this.#ages.request();
    } else {
      this.#ages.cancel();
    }
    const value = loops.filter(({ last }) => last.atMs > this.#seenMs).length;
    const tooltip = value === 1 ? translate('1 new loop') : translate('{count} new loops', { count: value });
    this.#view.badge = value === 0 ? undefined : { value, tooltip };
  }
}

function isLoop(line: ViewLine): line is LoopLine {
  return 'conversationId' in line;
}
