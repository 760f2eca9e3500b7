import * as vscode from 'vscode';
import type { ObservedEvent } from '../../core/events/events';
import { faultLine, LEVELS, type LogLevel, logLine } from '../../core/words/logLines';
import type { Configuration } from '../../core/settings/configuration';
import { maskedArguments, oneLine } from '../../core/words/quoting';
import type { ConfigurationSource } from '../settings/configuration';

const CHANNEL_LEVELS: Record<LogLevel, vscode.LogLevel> = {
  error: vscode.LogLevel.Error,
  warn: vscode.LogLevel.Warning,
  info: vscode.LogLevel.Info,
  debug: vscode.LogLevel.Debug,
  trace: vscode.LogLevel.Trace,
};

/** One line per event, at its level; at TRACE, also all arguments, masked. Costs nothing for levels that are off. */
export function reportTo(channel: vscode.LogOutputChannel): (event: ObservedEvent) => void {
  return (event) => {
    if (isOn(channel, LEVELS[event.kind])) {
      const line = logLine(event);
      channel[line.level](line.text);
    }
    if (event.kind === 'recorded' && isOn(channel, 'trace')) {
      channel.trace(
        oneLine(
          `Arguments of call ${event.call.id}: ${maskedArguments(event.call.arguments, Number.MAX_SAFE_INTEGER)}`,
        ),
      );
    }
  };
}

export function reportFault(channel: vscode.LogOutputChannel, during: string): (error: unknown) => void {
  return (error) => channel.error(faultLine(during, error));
}

/** One line in the log, not one every few seconds. */
export function reportFirstFault(channel: vscode.LogOutputChannel, during: string): (error: unknown) => void {
  let hasFailed = false;
  return (error) => {
    if (!hasFailed) {
      hasFailed = true;
      reportFault(channel, during)(error);
    }
  };
}

export function reportSettings(channel: vscode.LogOutputChannel, settings: ConfigurationSource): vscode.Disposable {
  reportProblems(channel, settings.current);
  return settings.onDidChange((now) => reportProblems(channel, now));
}

export function reportProblems(channel: vscode.LogOutputChannel, { problems }: Configuration): void {
  problems.forEach(({ message }) => channel.warn(oneLine(message)));
}

export function isOn(channel: vscode.LogOutputChannel, level: LogLevel): boolean {
  return channel.logLevel !== vscode.LogLevel.Off && channel.logLevel <= CHANNEL_LEVELS[level];
}
