import { createHash } from 'node:crypto'
import { combine, split } from 'shamir-secret-sharing'
import { refuse } from '#server/core/fail.ts'
import { fromGroups, groupsIn, toGroups } from './groups.ts'
import { deriveKeys, KEY_BYTES } from './keys.ts'

/** A secret that is kept on paper. `kind` stands in each code, so that none is taken for another. */
export type PaperSecret = {
  kind: number
  name: string
  fingerprintOf: (secret: Buffer) => string
  /** How sheets are asked for, in a refusal; and how they are put together, at the foot of each. */
  splitting: string
  joining: string
}

export const MASTER_ON_PAPER: PaperSecret = {
  kind: 1,
  name: '主密钥',
  fingerprintOf: (master) => deriveKeys(master).fingerprint,
  splitting: 'npm run keys -- split 2 3',
  joining: 'npm run keys -- join（把各张上的编码依次输入，或给出各张的文件）',
}

const FINGERPRINT_BYTES = 8
/** Shamir's x beside each byte's y. */
const SHARE_BYTES = KEY_BYTES + 1
const CHECK_BYTES = 4
const HEAD_BYTES = 4
const SHEET_BYTES = HEAD_BYTES + FINGERPRINT_BYTES + SHARE_BYTES + CHECK_BYTES
const MOST_SHEETS = 10

type Sheet = { kind: number; needed: number; index: number; sheets: number; fingerprint: string; share: Buffer }

type Split = { needed: number; sheets: number; more?: readonly string[] }

/**
 * A secret (32 bytes) as so many sheets of text to be printed, any `needed` of which make it again, and fewer of which tell nothing
 * of it; `more` lines stand on each. Refuses numbers that make no sense.
 */
export async function splitKey(
  of: PaperSecret,
  secret: Buffer,
  { needed, sheets, more = [] }: Split,
): Promise<string[]> {
  const sound = [needed, sheets].every(Number.isInteger) && needed >= 2 && needed <= sheets && sheets <= MOST_SHEETS
  if (!sound) throw refuse(`请写明需要几张、一共几张，例如 ${of.splitting}（2 到 ${MOST_SHEETS} 之间）`)
  const told = { kind: of.kind, needed, sheets, fingerprint: of.fingerprintOf(secret) }
  const shares = await split(new Uint8Array(secret), sheets, needed)
  return shares.map((share, at) => textOf(of, { ...told, index: at + 1, share: Buffer.from(share) }, more))
}

/** The secret of the sheets in this text, in any order, with whatever stands between them. Refuses with what is wrong. */
export async function joinSheets(of: PaperSecret, text: string): Promise<Buffer> {
  const sheets = sheetsIn(of, text)
  const [first] = sheets
  if (!first) throw refuse('没有找到恢复单上的编码')
  if (sheets.some(({ fingerprint }) => fingerprint !== first.fingerprint)) {
    throw refuse(`这些恢复单不属于同一把${of.name}`)
  }
  const different = [...new Map(sheets.map((sheet) => [sheet.index, sheet])).values()]
  if (different.length < first.needed) {
    throw refuse(`需要 ${first.needed} 张不同的恢复单，现在只有 ${different.length} 张`)
  }
  const shares = different.slice(0, first.needed).map(({ share }) => new Uint8Array(share))
  // Sheets of two splits of one key have one fingerprint and make another key; or two are the same point, and make none.
  const secret = await combine(shares).then(Buffer.from, () => undefined)
  if (!secret || of.fingerprintOf(secret) !== first.fingerprint) throw refuse('这些恢复单不是同一次打印的')
  return secret
}

function textOf(of: PaperSecret, sheet: Sheet, more: readonly string[]): string {
  const { needed, index, sheets, fingerprint } = sheet
  return [
    `时光胶囊 · ${of.name}恢复单 · 第 ${index} 张，共 ${sheets} 张`,
    `任意 ${needed} 张合在一起就能恢复${of.name}，少于 ${needed} 张没有任何用处。请分开保管，不要和备份放在一起。`,
    `密钥指纹：${fingerprint}`,
    ...more,
    '',
    ...toGroups(bytesOf(sheet)),
    '',
    `恢复：${of.joining}`,
  ].join('\n')
}

function bytesOf({ kind, needed, index, sheets, fingerprint, share }: Sheet): Buffer {
  const told = Buffer.concat([Buffer.from([kind, needed, index, sheets]), Buffer.from(fingerprint, 'hex'), share])
  return Buffer.concat([told, checkOf(told)])
}

const checkOf = (told: Buffer): Buffer => createHash('sha256').update(told).digest().subarray(0, CHECK_BYTES)

function sheetsIn(of: PaperSecret, text: string): Sheet[] {
  const { codes, left } = groupsIn(text, SHEET_BYTES)
  if (left > 0) throw refuse(`编码不完整：最后一张少了一些字`)
  return codes.map((code, at) => sheetOf(of, code, at + 1))
}

function sheetOf(of: PaperSecret, code: string, nth: number): Sheet {
  const bytes = fromGroups(code, SHEET_BYTES)
  const told = bytes?.subarray(0, -CHECK_BYTES)
  if (!bytes || !told || !checkOf(told).equals(bytes.subarray(-CHECK_BYTES))) {
    throw refuse(`第 ${nth} 张的编码有错字，请核对`)
  }
  const [kind, needed, index, sheets] = told
  if (kind !== of.kind) throw refuse(`第 ${nth} 张不是${of.name}的恢复单`)
  const fingerprint = told.subarray(HEAD_BYTES, HEAD_BYTES + FINGERPRINT_BYTES).toString('hex')
  const share = told.subarray(HEAD_BYTES + FINGERPRINT_BYTES)
  return { kind, needed: needed!, index: index!, sheets: sheets!, fingerprint, share }
}
