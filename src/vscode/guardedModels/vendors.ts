import * as vscode from 'vscode';
import { DEMONSTRATION_VENDOR, GUARDED_VENDOR } from '../host/ids';

/** No manifest contributes it in some versions of VS Code, yet it is there. */
const COPILOT = { vendor: 'copilot', extension: 'GitHub.copilot-chat' };

/**
 * Vendors of language models, ours left out: asking for our own models while we list them would never end, and a
 * demonstration is no work.
 */
export function otherVendors(): string[] {
  const contributed = vscode.extensions.all.flatMap(({ packageJSON }) => contributedVendors(packageJSON));
  const copilot = vscode.extensions.getExtension(COPILOT.extension) === undefined ? [] : [COPILOT.vendor];
  return [...new Set([...contributed, ...copilot])].filter(
    (vendor) => vendor !== GUARDED_VENDOR && vendor !== DEMONSTRATION_VENDOR,
  );
}

function contributedVendors(manifest: unknown): string[] {
  const { contributes } = (manifest ?? {}) as {
    readonly contributes?: { readonly languageModelChatProviders?: unknown };
  };
  const providers = contributes?.languageModelChatProviders;
  return (Array.isArray(providers) ? providers : [providers]).flatMap((provider: unknown) => {
    const { vendor, when } = (provider ?? {}) as { readonly vendor?: unknown; readonly when?: unknown };
    // A vendor that is never shown has models for sessions of its own kind only, such as Copilot CLI.
    return typeof vendor === 'string' && when !== 'false' ? [vendor] : [];
  });
}
