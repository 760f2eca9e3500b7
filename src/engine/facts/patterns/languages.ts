import { definePatterns } from './pattern';

/*
 * What programs say in other languages, as their own message catalogs have it: those of the C library, bash, the core
 * utilities, Git, GCC, Make, and APT, as Debian ships them. They translate the sentence and keep its place.
 */

const SHELLS = ['bash', 'coreutils', 'libc'] as const;
const BUILDS = ['gcc', 'make', 'git', 'apt'] as const;
const CATALOG = 'It is in the message catalogs of these programs.';

/** A failure anywhere in a short result. */
export const FAILURES_IN_LANGUAGES = definePatterns('failureInLanguage', {
  germanShell: {
    keywords: [
      'nicht gefunden',
      'keine berechtigung',
      'ein verzeichnis',
      'abgelehnt',
      'syntaxfehler',
      'operand',
      'nicht erlaubt',
      'nicht bekannt',
    ],
    match:
      /(?:Datei oder Verzeichnis|Kommando) nicht gefunden|: Keine Berechtigung|: Ist k?ein Verzeichnis|Verbindungsaufbau abgelehnt|Syntaxfehler|fehlender (?:Datei)?operand|Operation ist nicht erlaubt|der Dienst ist nicht bekannt/i,
    says: 'failed',
    examples: [
      'cat: a.txt: Datei oder Verzeichnis nicht gefunden',
      'bash: Zeile 1: foo: Kommando nicht gefunden.',
      'rm: das Entfernen von a ist nicht möglich: Keine Berechtigung',
    ],
    not: [
      'Das Verzeichnis a wurde angelegt.',
      'Es wurde nichts gefunden, was zu ändern ist.',
      'keine Berechtigung nötig',
    ],
    from: SHELLS,
    because: CATALOG,
  },
  frenchShell: {
    keywords: [
      'aucun fichier ou dossier',
      'commande introuvable',
      'permission non',
      'dossier',
      'connexion refus',
      'erreur de syntaxe',
      'manquant',
      'non permise',
    ],
    match:
      /Aucun fichier ou dossier de ce (?:type|nom)|commande introuvable|: Permission non accordée|: (?:N'est pas|est) un dossier|Connexion refusée|erreur de syntaxe|opérande (?:de fichier )?manquant|Opération non permise/i,
    says: 'failed',
    examples: [
      'cat: a.txt: Aucun fichier ou dossier de ce type',
      'bash: ligne 1: foo : commande introuvable',
      'curl: (7) Connexion refusée',
    ],
    not: ['Le dossier a été créé.', 'La commande est prête.', 'Permission accordée'],
    from: SHELLS,
    because: CATALOG,
  },
  spanishShell: {
    keywords: [
      'no existe el',
      'no encontrada',
      'permiso denegado',
      'un directorio',
      'conexi',
      'error sint',
      'falta un',
      'no permitida',
    ],
    match:
      /No existe el (?:fichero|archivo) o el directorio|orden no encontrada|: Permiso denegado|: (?:No es|Es) un directorio|Conexión rehusada|error sintáctico|falta un (?:fichero como )?operando|Operación no permitida/i,
    says: 'failed',
    examples: [
      'cat: a.txt: No existe el fichero o el directorio',
      'bash: línea 1: foo: orden no encontrada',
      'rm: no se puede borrar a: Permiso denegado',
    ],
    not: ['El directorio ya está listo.', 'La orden fue encontrada', 'Conexión establecida'],
    from: SHELLS,
    because: CATALOG,
  },
  japaneseShell: {
    keywords: ['ありません', '見つかりません', 'ディレクトリです', '拒否されました', '構文エラー', '許可されていない'],
    match:
      /そのようなファイルやディレクトリはありません|コマンドが見つかりません|許可がありません|ディレクトリ(?:ではありません|です)|接続を拒否されました|構文エラー|オペランドがありません|許可されていない操作です/,
    says: 'failed',
    examples: [
      'cat: a.txt: そのようなファイルやディレクトリはありません',
      'bash: 1 行: foo: コマンドが見つかりません',
      'rm: a を削除できません: 許可がありません',
    ],
    not: ['ディレクトリを作成しました', '変更はありません', 'コマンドを実行しました'],
    from: SHELLS,
    because: CATALOG,
  },
  chineseShell: {
    keywords: [
      '没有那个文件',
      '未找到命令',
      '权限不够',
      '一个目录',
      '不是目录',
      '拒绝连接',
      '语法错误',
      '缺少',
      '不允许的操作',
    ],
    match:
      /没有那个文件或目录|未找到命令|权限不够|: (?:是一个目录|不是目录)|拒绝连接|语法错误|缺少(?:要操作的文件|操作对象)|不允许的操作/,
    says: 'failed',
    examples: ['cat: a.txt: 没有那个文件或目录', 'bash：第 1 行： foo: 未找到命令', "rm: 无法删除 'a': 权限不够"],
    not: ['目录已创建', '找到命令', '没有需要修改的文件'],
    from: SHELLS,
    because: CATALOG,
  },
  germanBuild: {
    keywords: ['fehler:', 'fehler ', 'keine regel', 'schwerwiegend', 'kann nicht gefunden'],
    match:
      /^(?:\S{1,200}: )?(?:schwerwiegender )?Fehler: |\] Fehler [\d#]|\*\*\* Keine Regel, um |^Schwerwiegend: |Paket \S{1,80} kann nicht gefunden werden/im,
    says: 'failed',
    examples: [
      'a.c:12:3: Fehler: »total« nicht deklariert (erste Verwendung in dieser Funktion)',
      'make: *** [Makefile:2: all] Fehler 1',
      'make: *** Keine Regel, um „a.o“ zu erstellen.  Schluss.',
      'Schwerwiegend: Kein Git-Repository (oder irgendeines der Elternverzeichnisse): .git',
    ],
    not: ['Keine Fehler gefunden', '0 Fehler: alles gut', 'Regel für a.o'],
    from: BUILDS,
    because: CATALOG,
  },
  frenchBuild: {
    keywords: ['erreur', 'aucune règle', 'impossible de trouver'],
    match:
      /^(?:\S{1,200}: )?erreur(?: fatale)?\s?:\s|\] Erreur [\d#]|\*\*\* Aucune règle pour fabriquer |Impossible de trouver le paquet /im,
    says: 'failed',
    examples: [
      'a.c:12:3: erreur: « total » non déclaré (première utilisation dans cette fonction)',
      'make: *** [Makefile:2 : all] Erreur 1',
      'make: *** Aucune règle pour fabriquer la cible « a.o ». Arrêt.',
    ],
    not: ['Aucune erreur', '0 erreur : tout va bien', 'la règle pour a.o'],
    from: BUILDS,
    because: CATALOG,
  },
  spanishBuild: {
    keywords: ['error fatal:', '*** no hay ninguna', 'no es un repositorio', 'no concord', 'localizar el paquete'],
    match:
      /^(?:\S{1,200}: )?error fatal: |\*\*\* No hay ninguna regla para construir |no es un repositorio git|no concordó con ningún archivo|No se ha podido localizar el paquete /im,
    says: 'failed',
    examples: [
      'a.c:1:10: error fatal: b.h: No existe el fichero',
      "make: *** No hay ninguna regla para construir el objetivo 'a.o'.  Alto.",
      'fatal: no es un repositorio git (ni ninguno de los directorios superiores): .git',
    ],
    not: ['No hay errores', 'Es un repositorio git', 'hay una regla'],
    from: BUILDS,
    because: CATALOG,
  },
  japaneseBuild: {
    keywords: ['エラー', 'するルールがありません', '見つかりません'],
    match:
      /^(?:\S{1,200}: )?(?:致命的)?エラー: |\] エラー [\d#]|を make するルールがありません|パッケージ \S{1,80} が見つかりません/m,
    says: 'failed',
    examples: [
      'a.c:12:3: エラー: ‘total’ が宣言されていません (この関数内での最初の使用)',
      'make: *** [Makefile:2: all] エラー 1',
      "make: *** ターゲット 'a.o' を make するルールがありません.  中止.",
    ],
    not: ['エラーはありません', 'エラー 0 件', 'ルールを追加しました'],
    from: BUILDS,
    because: CATALOG,
  },
  chineseBuild: {
    keywords: ['错误', '没有规则', '不是 git 仓库', '无法定位', '未匹配任何'],
    match:
      /^(?:\S{1,200}: )?(?:致命)?错误：|\] 错误 [\d#]|没有规则可制作目标|不是 git 仓库|无法定位软件包|未匹配任何 git 已知文件/m,
    says: 'failed',
    examples: [
      'a.c:12:3: 错误：‘total’未声明(在此函数内第一次使用)',
      'make: *** [Makefile：2：all] 错误 1',
      '致命错误：不是 git 仓库（或者任何父目录）：.git',
    ],
    not: ['没有错误', '发现 0 个错误', 'git 仓库已创建'],
    from: BUILDS,
    because: CATALOG,
  },
});
