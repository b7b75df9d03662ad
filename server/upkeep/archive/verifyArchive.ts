import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { type Entry, open, type ZipFile } from 'yauzl'
import type { ArchiveParts } from '#contract/archiveFiles.ts'
import { refuse } from '#server/core/fail.ts'

import { isForReceipts, verifyReceipts } from './verifyReceipts.ts'

const MANIFESTS = ['manifest-sha256.txt', 'tagmanifest-sha256.txt']
const PARTS = 'parts.json'
/** Of a text that says how the rest should be, or is held against a receipt; a larger one is not ours. */
const TEXT_BYTES_MOST = 256 * 1024 * 1024
const FAULTS_TOLD = 100
const LINE = /^([0-9a-f]{64}) {2}(.+)$/

type Found = { sums: Map<string, string>; texts: Map<string, string> }

/** Whether `npm run verify` was given archives, which are told from backups by their name. */
export const areArchives = (paths: readonly string[]): boolean =>
  paths.length > 0 && paths.every((path) => path.toLowerCase().endsWith('.zip'))

/**
 * `npm run verify -- A-1.zip A-2.zip`: reads every byte of these parts of one archive and holds it against the manifests inside. Throws
 * the names of what differs or is missing, and in which part that should be, and of receipts that fail. Needs no settings, database or key.
 */
export async function verifyArchive(paths: readonly string[]): Promise<string> {
  const found: Found = { sums: new Map(), texts: new Map() }
  const faults: string[] = []
  for (const path of paths) {
    await readPart(path, found).catch((error: Error) => faults.push(`${basename(path)} 读不出来：${error.message}`))
  }
  const { receipts, faults: unproven } = verifyReceipts(found)
  faults.push(...faultsIn(found), ...unproven)
  if (faults.length > 0) throw refuse(told(faults))
  const proven = receipts > 0 ? `，${receipts} 份封存凭证都能核对` : ''
  return `归档完好：${found.sums.size} 个文件的 SHA-256 都与清单相符${proven}。`
}

function told(faults: readonly string[]): string {
  const rest = faults.length - FAULTS_TOLD
  return [...faults.slice(0, FAULTS_TOLD), ...(rest > 0 ? [`另有 ${rest} 处`] : [])].join('\n')
}

function faultsIn({ sums, texts }: Found): string[] {
  const lacking = MANIFESTS.find((name) => !texts.has(name))
  if (lacking) return [`缺少 ${lacking}：请同时给出第一个分卷`]
  const named = MANIFESTS.flatMap((name) => linesOf(texts.get(name)!))
  const partOf = partsIn(texts.get(PARTS))
  const wrong = named.flatMap(([name, sum]) => {
    const now = sums.get(name)
    if (now === undefined) return [`缺少 ${name}（应在 ${partOf(name)} 里）`]
    return now === sum ? [] : [`${name} 已损坏：SHA-256 不符`]
  })
  const known = new Set([...named.map(([name]) => name), 'tagmanifest-sha256.txt'])
  return [...wrong, ...[...sums.keys()].filter((name) => !known.has(name)).map((name) => `${name} 不在清单里`)]
}

function linesOf(text: string): [name: string, sum: string][] {
  return text.split('\n').flatMap((line) => {
    const [, sum, name] = LINE.exec(line) ?? []
    return sum && name ? [[name, sum]] : []
  })
}

/** All that no part is named for lies in the first. */
function partsIn(text: string | undefined): (name: string) => string {
  const parts = text ? (JSON.parse(text) as ArchiveParts).parts : []
  const places = new Map(parts.flatMap(({ name, files }) => files.map((file) => [file, name] as const)))
  return (name) => places.get(name) ?? parts[0]?.name ?? '第一个分卷'
}

/** Reads all entries, one after the other; rejects where the ZIP itself is broken. */
function readPart(path: string, found: Found): Promise<void> {
  return new Promise((resolve, reject) => {
    open(path, { lazyEntries: true, autoClose: true }, (error, zip) => {
      if (error) return reject(error)
      zip.on('error', reject)
      zip.on('end', resolve)
      zip.on('entry', (entry: Entry) => {
        readEntry(zip, entry, found).then(() => zip.readEntry(), reject)
      })
      zip.readEntry()
    })
  })
}

function readEntry(zip: ZipFile, entry: Entry, { sums, texts }: Found): Promise<void> {
  const name = entry.fileName
  const isText =
    (MANIFESTS.includes(name) || name === PARTS || isForReceipts(name)) && entry.uncompressedSize <= TEXT_BYTES_MOST
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) return reject(error)
      const [hash, pieces]: [ReturnType<typeof createHash>, Buffer[]] = [createHash('sha256'), []]
      stream.on('data', (piece: Buffer) => {
        hash.update(piece)
        if (isText) pieces.push(piece)
      })
      stream.on('error', reject)
      stream.on('end', () => {
        sums.set(name, hash.digest('hex'))
        if (isText) texts.set(name, Buffer.concat(pieces).toString())
        resolve()
      })
    })
  })
}
