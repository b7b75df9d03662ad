import { monthText } from '#contract/time.ts'
import { useLanguage } from '#web/reader/language.ts'
import { type Language, sizeText } from '#web/reader/words.ts'

const ENGLISH_MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const englishMonth = (month: string): string => `${ENGLISH_MONTHS[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`
/** People count from 1. */
const ordinals = (pieces: number[], and: string): string =>
  [...pieces.slice(0, 5).map((piece) => String(piece + 1)), ...(pieces.length > 5 ? ['…'] : [])].join(and)

const zh = {
  title: '打开封存的胶囊',
  lead: '选择 .cap 文件，填入公布的月数字，它就在这里打开。不需要网络，也不需要我们；什么都不会离开这台设备。',
  cannot: '这个浏览器在这里不能解密。请把这个文件存到电脑上，用 Chrome、Edge 或 Firefox 从磁盘打开。',
  files: {
    title: '选择文件',
    note: '在归档的 data/sealed 文件夹里，每枚封存的胶囊是一个 .cap 文件。',
    choose: '选择文件',
    folder: '选择文件夹',
    drop: '也可以把文件拖到这里',
    none: '这个文件夹里没有 .cap 文件。',
    clear: '清空',
  },
  number: {
    title: '填入月数字',
    note: '可以把公布的整句话粘贴进来，空格、换行和大小写都没有关系。',
    label: '年月和 64 位数字',
    read: (month: string) => `读出了 ${monthText(month)} 的数字：这个月和之前各月的胶囊都能用它打开。`,
    unread: '还没有读出数字。它是一个年月（例如 2036-05）和 64 个 0–9、a–f 的字符。',
  },
  caps: {
    title: '胶囊',
    reading: '正在读取…',
    waiting: (month: string) => `封存中，用 ${monthText(month)} 或更晚的数字打开`,
    early: (month: string) => `还打不开：你填的数字更早，这一枚要 ${monthText(month)} 或更晚的数字`,
    other: (month: string) =>
      `这个数字打不开它。请核对年月与数字是否原样抄写；都没有错时，是文件的开头已损坏（它在 ${monthText(month)} 开启）`,
    foreign: '不是 .cap 文件',
    damaged: '已损坏：文件的第一行不完整',
    whole: '这是一份加密的归档，不是胶囊。请在下面「整份归档」里粘贴短信里的链接，或输入代码',
    unreadable: '读不出这个文件，它可能已被移动或删除',
    broken: (pieces: number[], of: number) =>
      `已损坏：第 ${ordinals(pieces, '、')} 块（共 ${of} 块）与封存时不同，内容打不开`,
    partly: (pieces: number[], of: number) =>
      `第 ${ordinals(pieces, '、')} 块（共 ${of} 块）已损坏，其中的文件打不开；下面显示的都与封存时一字不差。`,
    longer: '文件末尾多出了内容，没有理会；下面显示的都与封存时一字不差。',
    lost: '文件已损坏',
    ready: (bytes: number) => `可以打开（${sizeText(bytes)}）`,
    open: '打开',
    opening: (done: number, of: number) => `正在打开，第 ${done + 1} 块，共 ${of} 块`,
    opened: '已打开',
    progress: '打开的进度',
    stop: '停止',
    show: '展开',
    hide: '收起',
    summary: (open: number, all: number) => `${all} 个文件，${open} 个已打开`,
  },
  archive: {
    title: '打开整份归档',
    lead: '这份归档是加密的，只有短信里的链接或代码能打开它。解密在这台设备上进行，得到的是 ZIP：解压之后，打开其中的 index.html。',
    paste: '整份归档',
    pasteNote: '文件名是一串 43 位字符的，是加密的整份归档。把短信里的链接粘贴到这里，或者照着抄下来的代码输入：',
    link: '链接或代码',
    unread: '没有读出来。请复制短信里完整的链接，或输入全部 32 个字符的代码。',
    part: (at: number) => `第 ${at + 1} 份`,
    fromDisk: '从磁盘打开的页面不能自己去取旁边的文件。请选择已经下载的文件：',
    orDisk: '文件已经下载过了？',
    choose: '选择下载的文件',
    chosen: (name: string) => `已选择 ${name}`,
    strange: (names: string) => `这个链接打不开：${names}`,
    named: (name: string) => `文件名 ${name}`,
    fetch: '下载并解密',
    decrypt: '解密并保存',
    goOn: '继续',
    stop: '停止',
    progress: (done: number, all: number) => `${sizeText(done)} / ${sizeText(all)}`,
    label: (at: number) => `第 ${at + 1} 份的进度`,
    waitingForLine: '线路断了，正在重新连接…',
    stopped: '已停止，可以从这里继续。',
    lost: '线路断了。连上网络之后，可以从这里继续。',
    unwritten: '写不进去，磁盘可能满了。',
    damaged: (piece: number, of: number) =>
      piece === 0
        ? `第 1 块（共 ${of} 块）打不开：链接不完整，或者文件已损坏。`
        : `第 ${piece + 1} 块（共 ${of} 块）已损坏。请重新下载这个文件，再继续。`,
    missing: (name: string) => `这里没有这个文件：${name}。它应该在这个页面旁边，保留期过后会被删除。`,
    noArchive: '这不是一份加密的归档。',
    done: (name: string, size: string) => `${name} 已交给浏览器保存（${size}）。`,
    again: '再保存一次',
    other: '打开 .cap 胶囊',
  },
  about: {
    title: '给多年以后打开它的人',
    answers: [
      [
        '这是什么？',
        '「时光胶囊」让人把文字、照片和视频封存到选定的那一天。导出归档时，还没到日子的胶囊以加密的 .cap 文件放在里面，有了它开启的那个月的数字，才能打开。',
      ],
      [
        '数字在哪里公布？',
        '每个月一个数字，在那个月结束之后公布。网站还在时，看网站的「如果我们停止运营」；停止之后，看告别信里写明的地址。数字出自三位保管人手里的三张纸，任意两张合在一起就能算出来：不提前公布，靠的是他们守信。',
      ],
      ['没有找到那个月的数字？', '更晚的数字也可以：每个数字都能打开它那个月和之前所有的月份，只需要最近公布的一个。'],
      ['数字还没有公布？', '那就还不能打开，也没有别的办法。请把 .cap 文件和这个页面一起留着，等数字公布之后再来。'],
    ],
  },
}

type Words = typeof zh

const en: Words = {
  title: 'Open a sealed capsule',
  lead: 'Choose .cap files and enter the published number of a month: they open right here, without a network and without us. Nothing leaves this device.',
  cannot:
    'This browser cannot decrypt here. Save this file on a computer and open it from the disk with Chrome, Edge or Firefox.',
  files: {
    title: 'Choose files',
    note: 'In the folder data/sealed of an archive each sealed capsule is a .cap file.',
    choose: 'Choose files',
    folder: 'Choose a folder',
    drop: 'or drop them here',
    none: 'There are no .cap files in this folder.',
    clear: 'Clear',
  },
  number: {
    title: 'Enter the number',
    note: 'Paste the whole sentence if you like: spaces, line breaks and capitals do not matter.',
    label: 'The month and 64 digits',
    read: (month) =>
      `This is the number of ${englishMonth(month)}: it opens capsules of that month and of all before it.`,
    unread: 'No number yet. It is a month (such as 2036-05) and 64 characters of 0–9 and a–f.',
  },
  caps: {
    title: 'Capsules',
    reading: 'Reading…',
    waiting: (month) => `Sealed; opens with the number of ${englishMonth(month)} or a later one`,
    early: (month) =>
      `Not yet: this number is of an earlier month, and this one opens with that of ${englishMonth(month)} or a later one`,
    other: (month) =>
      `This number does not open it. Compare month and digits with what was published; where they are right, the beginning of the file is damaged (it opens in ${englishMonth(month)})`,
    foreign: 'Not a .cap file',
    damaged: 'Damaged: its first line is not whole',
    whole:
      'This is an encrypted archive, not a capsule. Paste the link of the SMS, or type the code, under "A whole archive" below',
    unreadable: 'This file cannot be read; it may have been moved or deleted',
    broken: (pieces, of) =>
      `Damaged: piece ${ordinals(pieces, ', ')} of ${of} is not as it was sealed, so its content does not open`,
    partly: (pieces, of) =>
      `Piece ${ordinals(pieces, ', ')} of ${of} is damaged, and files in it do not open. All that is shown is just as it was sealed.`,
    longer: 'Something was added at the end of this file, and left alone. All that is shown is just as it was sealed.',
    lost: 'the file is damaged',
    ready: (bytes) => `Can be opened (${sizeText(bytes)})`,
    open: 'Open',
    opening: (done, of) => `Opening, piece ${done + 1} of ${of}`,
    opened: 'Opened',
    progress: 'Progress',
    stop: 'Stop',
    show: 'Show',
    hide: 'Hide',
    summary: (open, all) => `${all} ${all === 1 ? 'file' : 'files'}, ${open} opened`,
  },
  archive: {
    title: 'Open a whole archive',
    lead: 'This archive is encrypted, and only the link or the code of the SMS opens it. It is decrypted on this device and becomes a ZIP: unpack it, then open the index.html in it.',
    paste: 'A whole archive',
    pasteNote:
      'A file whose name is 43 characters in a row is a whole archive, encrypted. Paste the link of the SMS here, or type the code as it was written down:',
    link: 'The link or the code',
    unread: 'Nothing was found. Copy the whole link of the SMS, or all 32 letters of the code.',
    part: (at) => `Part ${at + 1}`,
    fromDisk: 'Opened from a disk, this page cannot fetch the files beside it. Choose those that you have downloaded:',
    orDisk: 'Downloaded already?',
    choose: 'Choose downloaded files',
    chosen: (name) => `${name} is chosen`,
    strange: (names) => `This link does not open: ${names}`,
    named: (name) => `File ${name}`,
    fetch: 'Download and decrypt',
    decrypt: 'Decrypt and save',
    goOn: 'Go on',
    stop: 'Stop',
    progress: (done, all) => `${sizeText(done)} of ${sizeText(all)}`,
    label: (at) => `Progress of part ${at + 1}`,
    waitingForLine: 'The line is lost; connecting again…',
    stopped: 'Stopped. It can go on from here.',
    lost: 'The line is lost. With a network again it can go on from here.',
    unwritten: 'It cannot be written; the disk may be full.',
    damaged: (piece, of) =>
      piece === 0
        ? `Piece 1 of ${of} does not open: the link is not whole, or the file is damaged.`
        : `Piece ${piece + 1} of ${of} is damaged. Download this file anew, then go on.`,
    missing: (name) =>
      `There is no such file here: ${name}. It should lie beside this page; it is deleted when its time is over.`,
    noArchive: 'This is not an encrypted archive.',
    done: (name, size) => `${name} is handed to the browser (${size}).`,
    again: 'Save again',
    other: 'Open .cap capsules',
  },
  about: {
    title: 'To somebody who opens this years from now',
    answers: [
      [
        'What is this?',
        'Time Capsule (时光胶囊) let people seal texts, photographs and videos until a day of their choosing. When an archive is exported, capsules whose day has not come lie in it as encrypted .cap files, which open with the number of their month.',
      ],
      [
        'Where are the numbers published?',
        'One for each month, after that month has ended. As long as there is the site, on its page 如果我们停止运营 (if we stop); afterwards at the address that stands in the letter of farewell. The numbers come from three sheets of paper with three trustees, and any two sheets make them: that none is published early rests on their word.',
      ],
      [
        'The number of that month cannot be found?',
        'A later one does as well: each number opens its own month and all months before it. Only the latest one is needed.',
      ],
      [
        'The number is not published yet?',
        'Then it does not open yet, and there is no other way. Keep the .cap file together with this page, and come back when the number is there.',
      ],
    ],
  },
}

const WORDS: Record<Language, Words> = { zh, en }

export const useOpenerWords = (): Words => WORDS[useLanguage()]
