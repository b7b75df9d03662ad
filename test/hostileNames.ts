/** Names that some system does not take, takes for another one, or takes for a way out of the folder. */
const NAMES = [
  ...['CON', 'con', 'PRN', 'AUX', 'NUL', 'COM1', 'COM¹', 'LPT9', 'CONIN$', 'CLOCK$', '.git', 'desktop.ini', '~$a'],
  ...[
    '.',
    '..',
    '...',
    '. .',
    ' ',
    '  a',
    'a.',
    'a. . .',
    'a ',
    'a\u00a0',
    'a\u3000',
    '-rf',
    '--help',
    '@list',
    '~',
    '$HOME',
    '`id`',
  ],
  ...[
    '../up',
    '../../etc/passwd',
    '..\\up',
    '/abs',
    '\\\\host\\share',
    'C:',
    'C:\\windows',
    'a/b',
    'a\\b',
    'a:b',
    'a::$DATA',
    './x',
  ],
  ...[
    'a／b',
    'a＼b',
    '..／up',
    '%2e%2e%2fup',
    '%2e%2e/',
    '%00',
    '%0d%0a',
    '%',
    '100%',
    '&amp;',
    '&lt;b&gt;',
    'a&b',
    "a'b",
    'a"b',
    'a;b',
  ],
  ...[
    '<b>',
    'a<b>c',
    'a|b',
    'a?b',
    'a*b',
    '*',
    '?',
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '{{7*7}}',
  ],
  ...[
    'a\0b',
    'a\nb',
    'a\rb',
    'a\r\nb',
    'a\tb',
    'a\u001bb',
    '\u001b[31mred',
    'a\u007fb',
    'a\u0085b',
    'a\u2028b',
    'a\u2029b',
    'a\bb',
  ],
  ...[
    '\u202etxt.exe',
    'a\u202egpj',
    'a\u2066b\u2069',
    '\u200ba',
    'a\u200bb',
    'a\ufeffb',
    '\ufeff',
    'a\u00adb',
    '\u2800',
    '\u3164',
    'a\u034f\u0301',
  ],
  ...[
    'é',
    'e\u0301',
    'e\u200b\u0301',
    'E\u0301',
    'É',
    'Å',
    'A\u030a',
    '\u212b',
    '한글',
    '\u1112\u1161\u11ab',
    'がぎ',
    'か\u3099',
    'a\u0301\u0300\u0316',
  ],
  ...['ﬁ', 'fi', 'FI', 'ß', 'ss', 'SS', 'ẞ', 'İ', 'i\u0307', 'I', 'ı', 'ς', 'σ', 'Σ', 'K', '\u212a', 'k', 'ſ', 's'],
  ...[
    '😀',
    '👨‍👩‍👧‍👦',
    '🏳️‍🌈',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    '👍🏽',
    '❤️',
    '葛\u{e0100}',
    '𠮷',
    '\ud800',
    '\udc00a',
    '\u{10ffff}',
    '\uffff',
  ],
  ...[
    '海边',
    '海邊',
    '海'.repeat(200),
    '😀'.repeat(100),
    'a'.repeat(300),
    `${'a'.repeat(300)}.jpg`,
    `${'. '.repeat(100)}a`,
    `${'é'.repeat(74)}. b`,
  ],
  ...[
    `${'a'.repeat(149)} ${'b'.repeat(50)}`,
    `${'a'.repeat(145)}. .${'b'.repeat(50)}`,
    '\u0338<',
    '<\u0338',
    '\u0338',
    '=\u0338',
  ],
]
const ENDINGS = [
  '',
  '.txt',
  '.TXT',
  '.',
  ' ',
  '. ',
  '.tar.gz',
  '.jpg ',
  '.jpg.',
  '.exe\u202etxt',
  '.%00',
  '.j\u00adpg',
  '.海',
  '.123456789',
]

/** So many names, each as hostile as one can be; a few are equal to one another, more so in another case or form. */
export function hostileNames(count: number): string[] {
  const names = ENDINGS.flatMap((ending) => NAMES.map((name) => name + ending))
  return Array.from({ length: count }, (_, at) => names[at % names.length]!)
}

/** Why Windows, a manifest or a person would not take a path of a ZIP; empty when all do. */
export function faultsOfPath(path: string): string[] {
  return [
    ...(path.startsWith('/') || /^[A-Za-z]:/.test(path) ? ['leads out of the folder'] : []),
    ...(path.normalize('NFC') === path ? [] : ['is not composed']),
    ...(/\p{Cs}/u.test(path) ? ['has half a character'] : []),
    ...path.split('/').flatMap(faultsOfName),
  ]
}

/** Windows' rules (Naming Files, Paths, and Namespaces), Linux' 255 bytes and BagIt's `%`. */
const RULES: [RegExp, string][] = [
  [/[<>:"\\|?*]/, 'has a sign of Windows'],
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  [/[\0-\x1f\x7f-\x9f\u2028\u2029]/, 'has a control character'],
  [/\p{Cf}/u, 'has an unseen character'],
  [/%/, 'has a percent sign'],
  [/[. ]$/, 'ends with a dot or a blank'],
  [/^\.{0,2}$/, 'is no name'],
  [/^(?:CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|CLOCK\$|(?:COM|LPT)[\d¹²³])(?:[. ].*)?$/i, 'is a device'],
]

const faultsOfName = (name: string): string[] => [
  ...RULES.flatMap(([wrong, why]) => (wrong.test(name) ? [why] : [])),
  ...(Buffer.byteLength(name) > 255 ? ['is too long'] : []),
]

/** One name for all paths that some system takes for the same. */
export const foldedPath = (path: string): string => path.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')
