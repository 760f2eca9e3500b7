/**
 * Whether a version of VS Code is older than another, by major and minor. What is no version is taken for a new one, so
 * that what a VS Code has is not denied.
 */
export function isOlder(version: string, than: string): boolean {
  const [major, minor] = numbers(version);
  const [thanMajor, thanMinor] = numbers(than);
  return major < thanMajor || (major === thanMajor && minor < thanMinor);
}

function numbers(version: string): [number, number] {
  const [, major, minor] = /^(\d+)\.(\d+)/.exec(version) ?? [];
  return major === undefined || minor === undefined ? [Infinity, Infinity] : [Number(major), Number(minor)];
}
