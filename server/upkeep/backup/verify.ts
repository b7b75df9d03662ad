import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { listedObjects } from './copyObjects.ts'
import { measure } from './files.ts'
import type { Manifest, NamedFile } from './manifest.ts'
import { pooledPath } from './pool.ts'

type Backup = { place: string; folder: string; manifest: Manifest }

/** Reads every file of a backup; names each that is missing or not as it was written, in a sentence. */
export async function damagesOf({ place, folder, manifest }: Backup): Promise<string[]> {
  const faults = await damagedFiles({ folder, manifest })
  if (!manifest.objects || faults.length > 0) return faults
  for await (const object of listedObjects(folder)) {
    const fault = await faultOf(pooledPath(place, object), object)
    if (fault) faults.push(fault)
  }
  return faults
}

/** The damages of the backup's own files alone. */
export async function damagedFiles({ folder, manifest }: Omit<Backup, 'place'>): Promise<string[]> {
  const faults: string[] = []
  for (const { path, ...right } of filesOf(manifest)) {
    const fault = await faultOf(join(folder, path), right)
    if (fault) faults.push(fault)
  }
  return faults
}

/** The objects it names that are not there, or not as long as they were: what a new backup looks at too. */
export async function lackingObjects({ place, folder, manifest }: Backup): Promise<string[]> {
  const faults: string[] = []
  if (!manifest.objects) return faults
  for await (const object of listedObjects(folder)) {
    const path = pooledPath(place, object)
    const found = await stat(path).catch(() => undefined)
    if (found?.size !== object.bytes) faults.push(`缺少文件 ${path}，或长度不对`)
  }
  return faults
}

const filesOf = ({ tables, objects }: Manifest): NamedFile[] => [
  ...tables.map(({ file }) => file),
  ...(objects ? [objects.file] : []),
]

async function faultOf(path: string, right: { bytes: number; sha256: string }): Promise<string | undefined> {
  const found = await measure(path)
  if (!found) return `缺少文件 ${path}`
  if (found.bytes !== right.bytes) return `文件 ${path} 有 ${found.bytes} 字节，应为 ${right.bytes} 字节`
  return found.sha256 === right.sha256 ? undefined : `文件 ${path} 已损坏：SHA-256 不符`
}
