const ADDRESS = /^[a-z][a-z\d+.-]*:\/\//i;
const FILE_SCHEME = 'file://';

/**
 * The one spelling of a path, with slashes and without detours: one file is one file, however its path is written.
 * @param folder the absolute path that a relative path starts from, if it is known
 */
export function plainPath(path: string, folder?: string): string {
  if (path === '' || (ADDRESS.test(path) && !path.startsWith(FILE_SCHEME))) {
    return path;
  }
  const slashed = withSlashes(path);
  const whole = folder === undefined || isAbsolute(slashed) ? slashed : `${withSlashes(folder)}/${slashed}`;
  const parts: string[] = [];
  for (const part of whole.split('/')) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') {
      parts.pop();
    } else if (part !== '' && part !== '.') {
      parts.push(part);
    }
  }
  return whole.startsWith('/') ? `/${parts.join('/')}` : parts.join('/') || '.';
}

function withSlashes(path: string): string {
  const local = path.startsWith(FILE_SCHEME) ? decoded(path.slice(FILE_SCHEME.length)) : path;
  return local.replace(/\\/g, '/').replace(/^\/?[a-z]:(?=\/|$)/i, (drive) => drive.slice(-2).toLowerCase());
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function isAbsolute(path: string): boolean {
  return path.startsWith('/') || path.startsWith('~') || /^[a-z]:/.test(path);
}
