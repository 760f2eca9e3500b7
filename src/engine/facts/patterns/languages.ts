import { definePatterns } from './pattern';

/*
 * What programs say in other languages, as their own message catalogs have it: those of the C library, bash, the core
 * utilities, Git, GCC, Make, and APT, as Debian ships them. They translate the sentence and keep its place.
 */

const SHELLS = ['bash', 'libc'] as const;
const BUILDS = ['gcc', 'make', 'git', 'apt'] as const;
const CATALOG = 'It is in the message catalogs of these programs.';

/** A failure anywhere in a short result. */
export const FAILURES_IN_LANGUAGES = definePatterns('failureInLanguage', {
  germanShell: {
    keywords: ['nicht gefunden', ': keine berechtigung', 'ein verzeichnis', 'aufbau abgelehnt', 'syntaxfehler'],
    match:
      /(?:Verzeichnis|Kommando) nicht gefunden|: Keine Berechtigung|: Ist k?ein Verzeichnis|aufbau abgelehnt|Syntaxfehler/i,
    says: 'failed',
    examples: ['cat: a.txt: Datei oder Verzeichnis nicht gefunden', 'bash: Zeile 1: foo: Kommando nicht gefunden.'],
    not: ['Das Verzeichnis a wurde angelegt.', 'keine Berechtigung nötig'],
    from: SHELLS,
    because: CATALOG,
  },
  germanBuild: {
    keywords: ['fehler: ', '] fehler ', '*** keine regel', 'schwerwiegend: ', 'kann nicht gefunden'],
    match:
      /^(?:\S{1,200}: )?(?:\S{1,20} )?Fehler: |\] Fehler [\d#]|\*\*\* Keine Regel, |^Schwerwiegend: |kann nicht gefunden werden/im,
    says: 'failed',
    examples: ['a.c:12:3: Fehler: »total« nicht deklariert', 'make: *** [Makefile:2: all] Fehler 1'],
    not: ['Es gab keine Fehler.', 'Die Regel für a.o gilt.'],
    from: BUILDS,
    because: CATALOG,
  },
  frenchShell: {
    keywords: [
      'aucun fichier ou dossier',
      'commande introuvable',
      ': permission non',
      ' un dossier',
      'connexion refus',
      'erreur de',
    ],
    match:
      /Aucun fichier ou dossier|commande introuvable|: Permission non|: (?:N'est pas|est) un dossier|Connexion refusée|erreur de syntaxe/i,
    says: 'failed',
    examples: ['cat: a.txt: Aucun fichier ou dossier de ce type', 'bash: ligne 1: foo : commande introuvable'],
    not: ['Le dossier a été créé.', 'Permission accordée'],
    from: SHELLS,
    because: CATALOG,
  },
  frenchBuild: {
    keywords: ['erreur', '*** aucune règle', 'impossible de trouver'],
    match:
      /^(?:\S{1,200}: )?erreur(?: fatale)?\s?:\s|\] Erreur [\d#]|\*\*\* Aucune règle |Impossible de trouver le paquet /im,
    says: 'failed',
    examples: ['a.c:12:3: erreur: « total » non déclaré', 'make: *** [Makefile:2 : all] Erreur 1'],
    not: ['Aucune erreur', '0 erreur : tout va bien'],
    from: BUILDS,
    because: CATALOG,
  },
  spanishShell: {
    keywords: ['no existe el', 'orden no encontrada', ': permiso denegado', ' un directorio', 'conexi', 'error sint'],
    match:
      /No existe el (?:fichero|archivo)|orden no encontrada|: Permiso denegado|: (?:No es|Es) un directorio|Conexión rehusada|error sintáctico/i,
    says: 'failed',
    examples: ['cat: a.txt: No existe el fichero o el directorio', 'bash: línea 1: foo: orden no encontrada'],
    not: ['El directorio ya está listo.', 'Conexión establecida'],
    from: SHELLS,
    because: CATALOG,
  },
  spanishBuild: {
    keywords: ['error fatal: ', '*** no hay', 'no es un repositorio git', 'localizar el paquete'],
    match:
      /^(?:\S{1,200}: )?error fatal: |\*\*\* No hay ninguna regla |no es un repositorio git|No se ha podido localizar el paquete /im,
    says: 'failed',
    examples: [
      'a.c:1:10: error fatal: b.h: No existe el fichero',
      'fatal: no es un repositorio git (ni ninguno): .git',
    ],
    not: ['No hay errores', 'Es un repositorio git'],
    from: BUILDS,
    because: CATALOG,
  },
  japaneseShell: {
    keywords: ['ありません', '見つかりません', 'ディレクトリです', '拒否されました', '構文エラー'],
    match:
      /ファイルやディレクトリはありません|コマンドが見つかりません|許可がありません|ディレクトリ(?:ではありません|です)|接続を拒否されました|構文エラー/,
    says: 'failed',
    examples: ['cat: a.txt: そのようなファイルやディレクトリはありません', 'bash: 1 行: foo: コマンドが見つかりません'],
    not: ['ディレクトリを作成しました', '変更はありません'],
    from: SHELLS,
    because: CATALOG,
  },
  japaneseBuild: {
    keywords: ['エラー', 'ルールがありません'],
    match: /^(?:\S{1,200}: )?(?:致命的)?エラー: |\] エラー [\d#]|を make するルールがありません/m,
    says: 'failed',
    examples: ['a.c:12:3: エラー: ‘total’ が宣言されていません', 'make: *** [Makefile:2: all] エラー 1'],
    not: ['エラーはありません', 'ルールを追加しました'],
    from: BUILDS,
    because: CATALOG,
  },
  chineseShell: {
    keywords: ['没有那个文件', '未找到命令', '权限不够', '目录', '拒绝连接', '语法错误'],
    match: /没有那个文件或目录|未找到命令|权限不够|: (?:是一个|不是)目录|拒绝连接|语法错误/,
    says: 'failed',
    examples: ['cat: a.txt: 没有那个文件或目录', 'bash：第 1 行： foo: 未找到命令'],
    not: ['目录已创建', '没有需要修改的文件'],
    from: SHELLS,
    because: CATALOG,
  },
  chineseBuild: {
    keywords: ['错误', '没有规则', '不是 git 仓库', '无法定位'],
    match: /^(?:\S{1,200}: )?(?:致命)?错误：|\] 错误 [\d#]|没有规则可制作目标|不是 git 仓库|无法定位软件包/m,
    says: 'failed',
    examples: ['a.c:12:3: 错误：‘total’未声明', '致命错误：不是 git 仓库（或者任何父目录）：.git'],
    not: ['没有错误', 'git 仓库已创建'],
    from: BUILDS,
    because: CATALOG,
  },
});
