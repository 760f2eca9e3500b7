import { definePatterns } from './pattern';

/*
 * What programs say in other languages, from their own message catalogs: those of the C library, bash, Git, GCC, Make,
 * APT, and the core utilities, as Debian ships them. They translate the sentence and keep its place.
 */

const FROM = ['bash', 'libc', 'gcc', 'make', 'git', 'apt'] as const;
/** What the system says about a file, a disk, or a network, in all programs. */
const LIBC = ['libc'] as const;
/** What commands and Git say about how they were called. */
const TOOLS = ['coreutils', 'bash', 'git', 'apt'] as const;

export const FAILURES_IN_LANGUAGES = definePatterns('failureInLanguage', {
  german: {
    match:
      /(?:Verzeichnis|Kommando) nicht gefunden|: Keine Berechtigung|: Ist k?ein Verzeichnis|aufbau abgelehnt|Syntaxfehler|^(?:\S{1,200}: )?(?:\S{1,20} )?Fehler: |\] Fehler [\d#]|\*\*\* Keine Regel, |^Schwerwiegend: |kann nicht gefunden werden/im,
    examples: ['cat: a.txt: Datei oder Verzeichnis nicht gefunden', 'make: *** [Makefile:2: all] Fehler 1'],
    not: ['Das Verzeichnis a wurde angelegt.', 'Es gab keine Fehler.'],
    from: FROM,
  },
  french: {
    match:
      /Aucun fichier ou dossier|commande introuvable|: Permission non|: (?:N'est pas|est) un dossier|Connexion refusée|erreur de syntaxe|^(?:\S{1,200}: )?erreur(?: fatale)?\s?:\s|\] Erreur [\d#]|\*\*\* Aucune règle |Impossible de trouver le paquet /im,
    examples: ['bash: ligne 1: foo : commande introuvable', 'a.c:12:3: erreur: « total » non déclaré'],
    not: ['Le dossier a été créé.', 'Aucune erreur'],
    from: FROM,
  },
  spanish: {
    match:
      /No existe el (?:fichero|archivo)|orden no encontrada|: Permiso denegado|: (?:No es|Es) un directorio|Conexión rehusada|error (?:sintáctico|de sintaxis)|^(?:\S{1,200}: )?error fatal: |\*\*\* No hay ninguna regla |no es un repositorio git|No se ha podido localizar el paquete /im,
    examples: ['bash: línea 1: foo: orden no encontrada', 'fatal: no es un repositorio git (ni ninguno): .git'],
    not: ['El directorio ya está listo.', 'No hay errores'],
    from: FROM,
  },
  japanese: {
    match:
      /ファイルやディレクトリはありません|コマンドが見つかりません|許可がありません|ディレクトリ(?:ではありません|です)|接続を拒否されました|構文エラー|^(?:\S{1,200}: )?(?:致命的)?エラー: |\] エラー [\d#]|を make するルールがありません/m,
    examples: ['bash: 1 行: foo: コマンドが見つかりません', 'make: *** [Makefile:2: all] エラー 1'],
    not: ['ディレクトリを作成しました', 'エラーはありません'],
    from: FROM,
  },
  chinese: {
    match:
      /没有那个文件或目录|未找到命令|权限不够|: (?:是一个|不是)目录|拒绝连接|语法错误|^(?:\S{1,200}: )?(?:致命)?错误：|\] 错误 [\d#]|没有规则可制作目标|不是 git 仓库|无法定位软件包/m,
    examples: ['cat: a.txt: 没有那个文件或目录', '致命错误：不是 git 仓库（或者任何父目录）：.git'],
    not: ['目录已创建', '没有错误'],
    from: FROM,
  },
  shellLine: {
    match:
      /^(?:-?(?:ba|da|z|k)?sh|\/\S{1,60}\/(?:ba|da|z|k)?sh|\S{1,100}\.sh) ?: (?:(?:line|Zeile|ligne|línea) \d{1,6} ?:|\d{1,6} 行:|第 \d{1,6} 行：)(?! {0,8}(?:warning|Warnung|avertissement|aviso|警告|\d{1,8} ))/m,
    examples: [
      'bash: line 1: total: unbound variable',
      'bash: Zeile 1: foo: Nicht gefunden.',
      'bash : ligne 2 : foo : non trouvé',
      'bash: línea 1: foo: no encontrado',
      'bash: 1 行: foo: 見つかりません',
      'run.sh: 第 3 行：foo: 未找到',
    ],
    not: [
      'bash: line 3: warning: here-document at line 1 delimited by end-of-file',
      'bash: line 861:  1346 Segmentation fault      (core dumped) ./a.out',
      'a.sh: 3 lines',
    ],
    from: ['bash'],
  },
  aptError: {
    match: /^E: (?:[a-z]\S{0,60} \S|[^\x00-\x7f])/im,
    examples: [
      'E: Unable to correct problems, you have held broken packages.',
      'E: Sperre /var/lib/dpkg/lock konnte nicht erlangt werden.',
      'E: 连接失败',
    ],
    not: ['E: \\temp is a drive', 'W: Download is performed unsandboxed', 'Size: 12'],
    from: ['apt'],
  },
  compiler: {
    match: /^\S{1,200}:\d{1,6}:(?:\d{1,6}:)? (?:fatal )?error: |^\S{1,200}\(\d{1,6},\d{1,6}\): error [A-Z]{1,6}\d/m,
    examples: [
      "a.c:12:3: error: expected ';' before 'return'",
      'a.c:12:3: error: «total» no se declaró aquí',
      "src/a.ts(3,9): error TS2304: Cannot find name 'total'.",
    ],
    not: ['a.c:12:3: warning: unused', 'a.c:12: the error: it is gone', 'a.ts(3,9): warning CS1'],
    from: ['gcc', 'clang', 'tsc', 'csc'],
  },
  make: {
    match: /^g?make(?:\[\d{1,3}\])?: \*\*\* /m,
    examples: ['make: *** [Makefile:2: all] Error 1', "make[2]: *** No rule to make target 'x'.  Stop."],
    not: ["make: 'all' is up to date.", 'make[1]: Entering directory'],
    from: ['make'],
  },
  merge: {
    match:
      /^(?:CONFLICT|KONFLIKT|CONFLIT|CONFLICTO) \([^)\n]{1,40}\) ?: |^冲突（[^）\n]{1,40}）：|^(?:Automatic merge failed|Automatischer Merge fehlgeschlagen|La fusion automatique a échoué|Fusión automática falló|自动合并失败)|^(?:Merge der Änderungen fehlgeschlagen|Échec d'intégration des modifications|Falló al fusionar los cambios|无法合并变更)|^(?:Anwendung des Patches fehlgeschlagen|l'application de la rustine a échoué|El parche falló en |打补丁失败于)/m,
    examples: [
      'CONFLICT (content): Merge conflict in a.txt',
      'KONFLIKT (Inhalt): Merge-Konflikt in a.txt',
      'CONFLIT (contenu) : Conflit de fusion dans a.txt',
      'CONFLICTO (contenido): Conflicto de fusión en a.txt',
      '冲突（内容）：合并冲突于 a.txt',
      'Automatic merge failed; fix conflicts and then commit the result.',
    ],
    not: ['CONFLICT resolution is described below', 'Merge made by the ort strategy.', '自动合并 a.txt'],
    from: ['git'],
  },
  branch: {
    match:
      /^(?:You are not currently on a branch\.|Im Moment auf keinem Branch\.|Vous n'êtes actuellement sur aucune branche\.|No te encuentras actualmente en una rama\.|您当前不在一个分支上。)/m,
    examples: ['You are not currently on a branch.', 'Im Moment auf keinem Branch.', '您当前不在一个分支上。'],
    not: ['Not currently on any branch.', 'Auf Branch main'],
    from: ['git'],
  },
  germanSystem: {
    match:
      /: (?:Die Datei existiert bereits|Die Wartezeit für die Verbindung ist abgelaufen|Auf dem Gerät ist kein Speicherplatz|Die Operation ist nicht erlaubt|Das Netzwerk ist nicht erreichbar|Der Name oder der Dienst ist nicht bekannt|Das Verzeichnis ist nicht leer)|Fehler bei der Namensauflösung|vom Kommunikationspartner zurückgesetzt/,
    examples: [
      'mkdir: das Verzeichnis „a“ kann nicht angelegt werden: Die Datei existiert bereits',
      'curl: Temporärer Fehler bei der Namensauflösung',
    ],
    not: ['Die Datei existiert bereits nicht mehr.', 'Das Netzwerk ist erreichbar.'],
    from: LIBC,
  },
  germanCommand: {
    match:
      /: (?:fehlender Operand|zusätzlicher Operand|Zu viele Argumente|Ungültige Option|Kann die Datei nicht ausführen|Zugriff auf [^\n]{1,200} nicht möglich)|stimmt mit keinen Git bekannten Dateien überein|ist kein Git-Befehl|Patch konnte nicht angewendet werden|! \[zurückgewiesen\]/,
    examples: ['cp: fehlender Operand', "git: 'comit' ist kein Git-Befehl. Siehe 'git --help'."],
    not: ['Der Patch wurde angewendet.', 'Der Zugriff ist möglich.'],
    from: TOOLS,
  },
  frenchSystem: {
    match:
      /: (?:Le fichier existe|Le dossier n'est pas vide|Opération non permise|Le réseau n'est pas accessible|Nom ou service inconnu|Aucun espace disponible)|Connexion terminée par expiration|Échec temporaire dans la résolution|ré-initialisée par le correspondant/,
    examples: [
      'mkdir: impossible de créer le répertoire « a »: Le fichier existe',
      'curl: Échec temporaire dans la résolution du nom',
    ],
    not: ['Le fichier existe et il est vide.', 'Le réseau est accessible.'],
    from: LIBC,
  },
  frenchCommand: {
    match:
      /: (?:opérande (?:manquant|supplémentaire)|trop d'arguments|option non (?:valable|reconnue)|impossible (?:d'(?:accéder à|évaluer|ouvrir)|de (?:supprimer|créer)) )|ne correspond à aucun fichier connu de git|n'est pas une commande git|le patch ne s'applique pas|! \[rejeté\]/,
    examples: ['cp: opérande manquant', "git : 'comit' n'est pas une commande git. Voir 'git --help'."],
    not: ["Le patch s'applique.", 'Il est impossible de faire mieux.'],
    from: TOOLS,
  },
  spanishSystem: {
    match:
      /: (?:El (?:fichero|archivo) ya existe|El directorio no está vacío|Operación no permitida|La red es inaccesible|Nombre o servicio desconocido|No queda espacio en el dispositivo|Expiró el tiempo de conexión)|Fallo temporal en la resolución|Conexión reinicializada por la máquina remota/,
    examples: [
      'mkdir: no se puede crear el directorio «a»: El fichero ya existe',
      'curl: Fallo temporal en la resolución del nombre',
    ],
    not: ['El fichero ya existe y está vacío.', 'La red es accesible.'],
    from: LIBC,
  },
  spanishCommand: {
    match:
      /: (?:falta un operando|operando extra|demasiados argumentos|opción inválida|no se puede (?:acceder a|borrar|crear el directorio|abrir|efectuar) )|no concordó con ningún archivo conocido por git|no es un comando de git|: el parche no aplica|! \[rechazado\]/,
    examples: ['cp: falta un operando', "git: 'comit' no es un comando de git. Mira 'git --help'."],
    not: ['El parche se aplica bien.', 'No se puede pedir más.'],
    from: TOOLS,
  },
  japaneseSystem: {
    match:
      /接続がタイムアウトしました|: ファイルが存在します|デバイスに空き領域がありません|ディレクトリは空ではありません|許可されていない操作です|ネットワークに届きません|名前またはサービスが不明です|名前解決に一時的に失敗しました|接続が相手からリセットされました/,
    examples: [
      "mkdir: ディレクトリ 'a' を作成できません: ファイルが存在します",
      'curl: 名前解決に一時的に失敗しました',
    ],
    not: ['ファイルが存在します。', '接続しました'],
    from: LIBC,
  },
  japaneseCommand: {
    match:
      /引数が多すぎます|オペランドがありません|: 余分な演算子|無効なオプションです|オプションには引数が必要です|を認識できません|: [^\n]{1,200} (?:にアクセス|を削除|を stat )できません|^(?:E: )?パッケージ [^\n]{1,100} が見つかりません/m,
    examples: ['cp: オペランドがありません', "ls: 'a' にアクセスできません"],
    not: ['オプションを設定しました', 'パッケージを追加しました'],
    from: TOOLS,
  },
  chineseSystem: {
    match:
      /: (?:连接超时|文件已存在|设备上没有空间|目录非空|不允许的操作|网络不可达|未知的名称或服务|域名解析暂时失败|连接被对方重设)/,
    examples: ['mkdir: 无法创建目录 "a": 文件已存在', 'curl: 域名解析暂时失败'],
    not: ['文件已存在，没有更改。', '网络正常'],
    from: LIBC,
  },
  chineseCommand: {
    match:
      /: (?:参数太多|无效的选项|选项需要一个参数|缺少操作对象|多余的操作对象|无法识别的选项|无法(?:访问|删除) )|后缺少操作对象|调用 stat 失败|未匹配任何 git 已知文件|不是一个 git 命令|：补丁未应用|! \[已拒绝\]/,
    examples: ['cp: 缺少操作对象', "git：'comit' 不是一个 git 命令。参见 'git --help'。"],
    not: ['参数已更新', '补丁已应用'],
    from: TOOLS,
  },
});
