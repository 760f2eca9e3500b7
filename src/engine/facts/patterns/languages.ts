import { definePatterns } from './pattern';

/*
 * What programs say in other languages, as their own message catalogs have it: those of the C library, bash, Git, GCC,
 * Make, and APT, as Debian ships them. They translate the sentence and keep its place.
 */

const FROM = ['bash', 'libc', 'gcc', 'make', 'git', 'apt'] as const;
const CATALOG = 'It is in the message catalogs of these programs.';

/** A failure anywhere in a short result. */
export const FAILURES_IN_LANGUAGES = definePatterns('failureInLanguage', {
  german: {
    keywords: [],
    match:
      /(?:Verzeichnis|Kommando) nicht gefunden|: Keine Berechtigung|: Ist k?ein Verzeichnis|aufbau abgelehnt|Syntaxfehler|^(?:\S{1,200}: )?(?:\S{1,20} )?Fehler: |\] Fehler [\d#]|\*\*\* Keine Regel, |^Schwerwiegend: |kann nicht gefunden werden/im,
    says: 'failed',
    examples: ['cat: a.txt: Datei oder Verzeichnis nicht gefunden', 'make: *** [Makefile:2: all] Fehler 1'],
    not: ['Das Verzeichnis a wurde angelegt.', 'Es gab keine Fehler.'],
    from: FROM,
    because: CATALOG,
  },
  french: {
    keywords: [],
    match:
      /Aucun fichier ou dossier|commande introuvable|: Permission non|: (?:N'est pas|est) un dossier|Connexion refusée|erreur de syntaxe|^(?:\S{1,200}: )?erreur(?: fatale)?\s?:\s|\] Erreur [\d#]|\*\*\* Aucune règle |Impossible de trouver le paquet /im,
    says: 'failed',
    examples: ['bash: ligne 1: foo : commande introuvable', 'a.c:12:3: erreur: « total » non déclaré'],
    not: ['Le dossier a été créé.', 'Aucune erreur'],
    from: FROM,
    because: CATALOG,
  },
  spanish: {
    keywords: [],
    match:
      /No existe el (?:fichero|archivo)|orden no encontrada|: Permiso denegado|: (?:No es|Es) un directorio|Conexión rehusada|error sintáctico|^(?:\S{1,200}: )?error fatal: |\*\*\* No hay ninguna regla |no es un repositorio git|No se ha podido localizar el paquete /im,
    says: 'failed',
    examples: ['bash: línea 1: foo: orden no encontrada', 'fatal: no es un repositorio git (ni ninguno): .git'],
    not: ['El directorio ya está listo.', 'No hay errores'],
    from: FROM,
    because: CATALOG,
  },
  japanese: {
    keywords: [],
    match:
      /ファイルやディレクトリはありません|コマンドが見つかりません|許可がありません|ディレクトリ(?:ではありません|です)|接続を拒否されました|構文エラー|^(?:\S{1,200}: )?(?:致命的)?エラー: |\] エラー [\d#]|を make するルールがありません/m,
    says: 'failed',
    examples: ['bash: 1 行: foo: コマンドが見つかりません', 'make: *** [Makefile:2: all] エラー 1'],
    not: ['ディレクトリを作成しました', 'エラーはありません'],
    from: FROM,
    because: CATALOG,
  },
  chinese: {
    keywords: [],
    match:
      /没有那个文件或目录|未找到命令|权限不够|: (?:是一个|不是)目录|拒绝连接|语法错误|^(?:\S{1,200}: )?(?:致命)?错误：|\] 错误 [\d#]|没有规则可制作目标|不是 git 仓库|无法定位软件包/m,
    says: 'failed',
    examples: ['cat: a.txt: 没有那个文件或目录', '致命错误：不是 git 仓库（或者任何父目录）：.git'],
    not: ['目录已创建', '没有错误'],
    from: FROM,
    because: CATALOG,
  },
});
