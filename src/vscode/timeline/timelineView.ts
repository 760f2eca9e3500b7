import * as vscode from 'vscode';
import { lineOf } from '../../core/timelineView/timelineLine';
import { keyOf, type TimelineNode } from '../../core/timelineView/timelineNode';
import { TimelineTree } from '../../core/timelineView/timelineTree';
import { lastLoopMs, unseenLoops } from '../../core/timelineView/unseenLoops';
import type { CallAddress } from '../../core/timeline/callAddress';
import type { Timeline } from '../../core/timeline/timeline';
import type { CallLabeller } from '../../core/words/callLabel';
import { translate } from '../host/translate';
import { commandLink } from '../host/commands';
import { happensWithin } from '../host/happensWithin';
import { Throttle } from '../host/throttle';
import { ChangedConversations } from './changedConversations';
import { callTooltip, plainTooltip } from './tooltips';

const STATES = {
  never: vscode.TreeItemCollapsibleState.None,
  'on demand': vscode.TreeItemCollapsibleState.Collapsed,
} as const;

/** Ages are told in minutes. */
const AGE_INTERVAL_MS = 60_000;

/** VS Code has asked for the lines of a view that is seen again within this time. */
const LISTING_LIMIT_MS = 2_000;

/** The badge follows not more often than this. */
const BADGE_INTERVAL_MS = 300;

/** What a tree view asks for. */
export type TimelineProvider = Required<
  Pick<vscode.TreeDataProvider<TimelineNode>, 'getChildren' | 'getParent' | 'getTreeItem' | 'resolveTreeItem'>
>;

/** Where the tree is shown. */
export interface TimelinePlace {
  readonly view: vscode.TreeView<TimelineNode>;
  /** Has the lines of nodes asked for again; all lines where none is named. */
  readonly changed: vscode.EventEmitter<TimelineNode[] | undefined>;
}

/** The native tree: one line a loop. */
export class TimelineView implements TimelineProvider, vscode.Disposable {
  readonly #changed: vscode.EventEmitter<TimelineNode[] | undefined>;
  readonly #tree: TimelineTree;
  readonly #view: vscode.TreeView<TimelineNode>;
  readonly #subscriptions: vscode.Disposable;
  readonly #badge = new Throttle(BADGE_INTERVAL_MS, () => this.#countUnseen());
  readonly #ages = new Throttle(AGE_INTERVAL_MS, () => this.#followAges());
  /** The topmost lines, as they were last listed. */
  #listed: readonly TimelineNode[] = [];
  /** Fires when the topmost lines were asked for. */
  readonly #listings = new vscode.EventEmitter<void>();
  /** What was found until then has been seen; milliseconds since 1970. */
  #seenMs = 0;

  constructor(
    { view, changed }: TimelinePlace,
    private readonly timeline: Timeline,
    private readonly labels: CallLabeller,
  ) {
    this.#tree = new TimelineTree(timeline, translate, labels);
    [this.#view, this.#changed] = [view, changed];
    const changes = new ChangedConversations(
      timeline,
      () => this.#view.visible,
      (changed) => this.#refresh(changed),
    );
    this.#subscriptions = vscode.Disposable.from(
      this.#badge,
      this.#ages,
      this.#listings,
      changes,
      this.#view.onDidChangeVisibility(() => {
        changes.flush();
        this.#countUnseen();
        this.#followAges();
      }),
      timeline.onDidChange((conversationId) => {
        this.#tree.changed(conversationId);
        this.#badge.request();
      }),
    );
    this.#countUnseen();
    this.#followAges();
  }

  getChildren(node?: TimelineNode): TimelineNode[] {
    const children = this.#tree.children(node);
    if (node === undefined) {
      this.#listed = children;
      this.#listings.fire();
    }
    return children;
  }

  getParent(node: TimelineNode): TimelineNode | undefined {
    return this.#tree.parent(node);
  }

  getTreeItem(node: TimelineNode): vscode.TreeItem {
    const line = lineOf(node, this.#tree, {
      translate,
      labels: this.labels,
      nowMs: Date.now(),
    });
    if (line === undefined) {
      return new vscode.TreeItem(translate('No longer available'));
    }
    const { label, description, spoken, icon, contextValue, opens } = line;
    const item = new vscode.TreeItem(label, STATES[opens]);
    item.id = keyOf(node);
    item.iconPath = new vscode.ThemeIcon(
      icon.id,
      icon.color === undefined ? undefined : new vscode.ThemeColor(icon.color),
    );
    item.contextValue = contextValue;
    item.accessibilityInformation = { label: spoken };
    if (description !== undefined) {
      item.description = description;
    }
    if (contextValue === 'detection') {
      item.command = commandLink('toolLoopGuard.selectDetection', translate('Show Loop Details'), node);
    }
    return item;
  }

  /** Tooltips are created when they are shown. */
  resolveTreeItem(item: vscode.TreeItem, node: TimelineNode): vscode.TreeItem {
    const call = node.kind === 'loop' ? this.#tree.conversation(node)?.callNumbered(node.number) : undefined;
    item.tooltip = call === undefined ? plainTooltip(item) : callTooltip(call, this.labels);
    return item;
  }

  /** Opens the view and shows a detection in it, without opening what is below. */
  async reveal(at: CallAddress): Promise<void> {
    const node = this.#tree.loopOf(at);
    if (node === undefined) {
      return;
    }
    await this.#isListed(node);
    await this.#view.reveal(node, { select: true, focus: true, expand: false });
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  /**
   * Resolves when VS Code has asked for the lines among which a node is, or after a limit. A view that was hidden asks
   * when it is seen again, and VS Code gives up what it is asked to reveal meanwhile.
   */
  async #isListed(node: TimelineNode): Promise<void> {
    const isListed = (): boolean => this.#listed.includes(node);
    if (!isListed() && (await happensWithin(LISTING_LIMIT_MS, this.#listings.event, isListed))) {
      // VS Code takes the lines over before anything else happens.
      await new Promise(setImmediate);
    }
  }

  /** Only the lines of conversations that changed are asked for again; all of them when others are listed now. */
  #refresh(changed: readonly string[]): void {
    const listed = this.#tree.children();
    const isSame = listed.length === this.#listed.length && listed.every((node, at) => node === this.#listed[at]);
    this.#changed.fire(isSame ? changed.flatMap((conversationId) => this.#tree.linesOf(conversationId)) : undefined);
  }

  /** Says on the view how many loops there are that the person has not seen. */
  #countUnseen(): void {
    const { conversations } = this.timeline;
    if (this.#view.visible) {
      this.#seenMs = Math.max(this.#seenMs, lastLoopMs(conversations));
    }
    const value = unseenLoops(conversations, this.#seenMs);
    this.#view.badge =
      value === 0
        ? undefined
        : { value, tooltip: value === 1 ? translate('1 new loop') : translate('{count} new loops', { count: value }) };
  }

  /** While the view is seen, ages are told anew each minute. */
  #followAges(): void {
    if (this.#view.visible) {
      this.#changed.fire(this.#listed.filter(({ kind }) => kind === 'loop'));
      this.#ages.request();
    } else {
      this.#ages.cancel();
    }
  }
}
