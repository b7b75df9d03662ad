import { filesOf, listedIn, MANIFEST, TAG_MANIFEST, unlisted } from './manifest.ts'
import { sha256Of } from './sha256Of.ts'

export type Finding = { path: string; why: 'missing' | 'differs' | 'unreadable' | 'unlisted' }
/** `bytes` of `allBytes` are read, `files` of `allFiles` compared. */
export type Progress = { bytes: number; allBytes: number; files: number; allFiles: number }
export type Checked = { files: number; bytes: number; findings: Finding[] }

/** Compares chosen files with both manifests, one after another; undefined where no manifest is among them. */
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
  const progress = { bytes: 0, allBytes, files: 0, allFiles: all.length }
  const findings: Finding[] = files.has(TAG_MANIFEST) ? [] : [{ path: TAG_MANIFEST, why: 'missing' }]
  for (const { path, sha256 } of all) {
    signal.throwIfAborted()
    const why = await compare(files.get(path), sha256, (bytes) => {
      progress.bytes += bytes
      tell({ ...progress })
    })
    if (why) findings.push({ path, why })
    progress.files += 1
    tell({ ...progress })
  }
  for (const path of unlisted(files.keys(), payload)) findings.push({ path, why: 'unlisted' })
  return { files: all.length, bytes: progress.bytes, findings }
}

async function compare(file: File | undefined, wanted: string, heard: (bytes: number) => void) {
  if (!file) return 'missing'
  try {
    return (await sha256Of(file, heard)) === wanted ? undefined : 'differs'
  } catch {
    return 'unreadable'
  }
}
