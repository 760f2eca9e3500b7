import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { FilePart } from '../../node/sessions/sessionParts';
import { translate } from '../host/translate';
import { prompts } from '../host/prompts';

/** A shorter file is read before anybody could read what is said about it. */
const SHORT_BYTES = 4_000_000;

/**
 * Takes the parts of a file as it is read. Shows how far it is, and lets the person cancel, if the file is long.
 * @param take gets what a part tells; undefined to read no further
 * @returns false if the person canceled
 * @throws when the file cannot be read
 */
export async function whileReading<T>(
  path: string,
  parts: AsyncIterable<FilePart<T>>,
  take: (told: readonly T[]) => 'enough' | undefined,
): Promise<boolean> {
  const { size } = await stat(path);
  const read = async (report: (share: number) => void, isCanceled: () => boolean): Promise<boolean> => {
    for await (const { told, bytesRead } of parts) {
      if (isCanceled()) {
        return false;
      }
      if (take(told) === 'enough') {
        break;
      }
      report(bytesRead / size);
    }
    return true;
  };
  if (size < SHORT_BYTES) {
    return read(
      () => undefined,
      () => false,
    );
  }
  const options: vscode.ProgressOptions = {
    location: vscode.ProgressLocation.Notification,
    title: translate('Reading {file}…', { file: basename(path) }),
    cancellable: true,
  };
  return prompts.withProgress(options, (progress, token) => {
    let shown = 0;
    return read(
      (share) => {
        const percent = Math.floor(share * 100);
        if (percent > shown) {
          progress.report({ increment: percent - shown });
          shown = percent;
        }
      },
      () => token.isCancellationRequested,
    );
  });
}
