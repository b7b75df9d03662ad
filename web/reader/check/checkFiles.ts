import { type CheckedReceipts, checkReceipts } from './checkReceipts.ts'
import { filesOf, listedIn, MANIFEST, TAG_MANIFEST, unlisted } from './manifest.ts'
import { keepSums } from './readSums.ts'
import { sha256Of } from './sha256Of.ts'

export type Finding = { path: string; why: 'missing' | 'differs' | 'unreadable' | 'unlisted' }
/** `bytes` of `allBytes` are read, `files` of `allFiles` compared, and then so many receipts. */
export type Progress = { bytes: number; allBytes: number; files: number; allFiles: number; receipts: number }
export type Checked = CheckedReceipts & { files: number; bytes: number; findings: Finding[] }

/**
 * Compares chosen files with both manifests, one after another, and holds receipts against what they show; undefined where no manifest is
 * among them.
 */
export async function checkFiles(
  chosen: Iterable<File>,
  tell: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<Checked | undefined> {
  const files = filesOf(chosen)
  if (!files) return undefined
  const payload = listedIn(await files.get(MANIFEST)!.text())
  const tags = listedIn((await files.get(TAG_MANIFEST)?.text()) ?? '')
  const all = [...tags, ...payload]
  const allBytes = all.reduce((sum, { path }) => sum + (files.get(path)?.size ?? 0), 0)
  const progress = { bytes: 0, allBytes, files: 0, allFiles: all.length, receipts: 0 }
  const sums = new Map<string, string>()
  const findings: Finding[] = files.has(TAG_MANIFEST) ? [] : [{ path: TAG_MANIFEST, why: 'missing' }]
  for (const { path, sha256 } of all) {
    signal.throwIfAborted()
    const sum = await sumOf(files.get(path), (bytes) => {
      progress.bytes += bytes
      tell({ ...progress })
    })
    if ('why' in sum) findings.push({ path, why: sum.why })
    else sums.set(path, sum.sha256)
    if ('sha256' in sum && sum.sha256 !== sha256) findings.push({ path, why: 'differs' })
    progress.files += 1
    tell({ ...progress })
  }
  for (const path of unlisted(files.keys(), payload)) findings.push({ path, why: 'unlisted' })
  keepSums(sums)
  const receipts = await checkReceipts(files, (path) => sums.get(path), {
    tell: (receipts) => tell({ ...progress, receipts }),
    signal,
  })
  return { files: all.length, bytes: progress.bytes, findings, ...receipts }
}

type Sum = { sha256: string } | { why: 'missing' | 'unreadable' }

async function sumOf(file: File | undefined, heard: (bytes: number) => void): Promise<Sum> {
  if (!file) return { why: 'missing' }
  try {
    return { sha256: await sha256Of(file, heard) }
  } catch {
    return { why: 'unreadable' }
  }
}
