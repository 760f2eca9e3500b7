/** What a hook runs in the plugin’s folder, but telemetry.js. Without these it would guard nothing, or not always. */
export const HOOK_FILES = ['hook.js', 'engineOfHook.js', 'hook.sh', 'hook.cmd', 'package.json'] as const;
