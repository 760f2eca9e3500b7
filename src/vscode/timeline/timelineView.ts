import * as vscode from 'vscode';
import { callTexts } from '../../core/timelineView/callLine';
import { lineOf } from '../../core/timelineView/timelineLine';
import { keyOf, type TimelineNode } from '../../core/timelineView/timelineNode';
import type { SourcedConversation, TimelineSource } from '../../core/timeline/timelineSource';
import { TimelineTree } from '../../core/timelineView/timelineTree';
import type { TimelineCall } from '../../core/timeline/timelineCall';
import type { TimelineConversation } from '../../core/timeline/timelineConversation';
import { translate } from '../window/translate';
import { commandLink } from '../window/commands';
import { VIEWS } from '../window/ids';
import { ChangedConversations } from './changedConversations';

const STATES = {
  never: vscode.TreeItemCollapsibleState.None,
  'on demand': vscode.TreeItemCollapsibleState.Collapsed,
  'at once': vscode.TreeItemCollapsibleState.Expanded,
} as const;

/** The native tree of conversations, messages, calls and explanations. */
export class TimelineView implements vscode.TreeDataProvider<TimelineNode>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<TimelineNode[] | undefined>();
  readonly #tree: TimelineTree;
  readonly #view: vscode.TreeView<TimelineNode>;
  readonly #subscriptions: vscode.Disposable;
  /** Sources and conversations as they were last listed. */
  #listed: readonly TimelineNode[] = [];

  readonly onDidChangeTreeData = this.#changed.event;

  /** @param saved what a detection saved, as a sentence, where it is known */
  constructor(
    private readonly sources: readonly TimelineSource[],
    saved: (conversation: TimelineConversation, call: TimelineCall) => string | undefined,
  ) {
    this.#tree = new TimelineTree(sources, translate, saved);
    this.#view = vscode.window.createTreeView(VIEWS.timeline, { treeDataProvider: this, showCollapseAll: true });
    const changes = new ChangedConversations(
      sources,
      () => this.#view.visible,
      (changed) => this.#refresh(changed),
    );
    this.#subscriptions = vscode.Disposable.from(
      this.#changed,
      this.#view,
      changes,
      this.#view.onDidChangeVisibility(() => changes.flush()),
      ...sources.map((source) =>
        source.onDidChange((conversationId) => this.#tree.changed({ source: source.id, conversationId })),
      ),
    );
  }

  getChildren(node?: TimelineNode): TimelineNode[] {
    const children = this.#tree.children(node);
    if (node === undefined) {
      this.#listed = this.#conversationsBelow(children);
    }
    return children;
  }

  getParent(node: TimelineNode): TimelineNode | undefined {
    return this.#tree.parent(node);
  }

  getTreeItem(node: TimelineNode): vscode.TreeItem {
    const line = lineOf(node, this.#tree, {
      translate,
      timeText,
      sourceLabel: (id) => this.sources.find((source) => source.id === id)?.label ?? id,
    });
    if (line === undefined) {
      return new vscode.TreeItem(translate('Not remembered any more'));
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
      item.command = commandLink('toolLoopGuard.selectDetection', translate('Explain Loop'), node);
    }
    return item;
  }

  /** Tooltips are created when they are shown. */
  resolveTreeItem(item: vscode.TreeItem, node: TimelineNode): vscode.TreeItem {
    const call = node.kind === 'call' ? this.#tree.conversation(node)?.callNumbered(node.number) : undefined;
    item.tooltip = call === undefined ? plainTooltip(item) : callTooltip(call);
    return item;
  }

  /** Opens the view and shows a detection in it. */
  async reveal(at: SourcedConversation & { readonly number: number }): Promise<void> {
    await this.#view.reveal(this.#tree.call(at, 'loops'), { select: true, focus: true, expand: true });
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  /**
   * Only the conversations that changed are asked for again; all of them when others are listed now, or in another
   * order.
   */
  #refresh(changed: readonly SourcedConversation[]): void {
    const listed = this.#conversationsBelow(this.#tree.children());
    const isSame = listed.length === this.#listed.length && listed.every((node, at) => node === this.#listed[at]);
    this.#changed.fire(
      isSame ? changed.map((at) => this.#tree.conversationNode(at)).filter((node) => node !== undefined) : undefined,
    );
  }

  #conversationsBelow(top: readonly TimelineNode[]): TimelineNode[] {
    return top.flatMap((node) => (node.kind === 'source' ? [node, ...this.#tree.children(node)] : [node]));
  }
}

function plainTooltip({ label, description }: vscode.TreeItem): string {
  const name = typeof label === 'string' ? label : (label?.label ?? '');
  return typeof description === 'string' ? `${name}\n${description}` : name;
}

/** Texts of tools and models stand in code blocks, in which nothing is a link. */
function callTooltip(call: TimelineCall): vscode.MarkdownString {
  const { heading, argumentsText, resultText } = callTexts(call, translate, timeText);
  const tooltip = new vscode.MarkdownString().appendText(heading);
  if (argumentsText !== undefined) {
    tooltip.appendText(`\n${translate('Arguments')}`).appendCodeblock(argumentsText, 'json');
  }
  if (resultText !== undefined && resultText.trim() !== '') {
    tooltip.appendText(`\n${translate('Result')}`).appendCodeblock(resultText, 'text');
  }
  return tooltip;
}

function timeText(atMs: number): string {
  return new Date(atMs).toLocaleTimeString(vscode.env.language);
}
