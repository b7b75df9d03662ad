import { ARCHIVE_FORMAT } from '#contract/archiveFiles.ts'

export const FIRST_WORDS = `请先把所有分卷解压到同一个文件夹，再打开其中的 index.html。
解压后不需要网络，也不需要我们的服务器。手机上打不开时，请打开「全部文字-年份.html」。

Please unpack all parts into one folder first, then open index.html in it.
Neither a network nor our servers are needed. Where it does not open, open one of the files 全部文字-YEAR.html.

data/json 是给程序读的，每种文件旁边有它的 JSON Schema；data/originals 是你上传的原件；data/receipts 是封存凭证；data/sealed 是还没有到期的胶囊，
到了那个月过完，用公布的数字在 OPEN-ME.html 里打开。
data/json is for programs, with a JSON Schema beside each kind of file; data/originals holds the files you uploaded,
data/receipts the receipts of what was sealed, data/sealed what is sealed still: OPEN-ME.html opens it with the number that is
published for its month.

版本约定：${ARCHIVE_FORMAT}。阅读程序忽略它不认识的字段和文件；新增一种文件不改变版本，改变含义才是下一个版本。
Versions: ${ARCHIVE_FORMAT}. A reader ignores fields and files it does not know; a new kind of file is the same version, a changed meaning the next.

核对：在这个文件夹里运行 sha256sum -c manifest-sha256.txt 和 sha256sum -c tagmanifest-sha256.txt。
Check: run sha256sum -c manifest-sha256.txt and sha256sum -c tagmanifest-sha256.txt in this folder.
`
