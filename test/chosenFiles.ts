import { Blob as NodeBlob, File as NodeFile } from 'node:buffer'
import { vi } from 'vitest'
import { type Zipped, zipOf } from './zipOf.ts'

/** Blobs and files of Node for those of the window, which have no streams. */
export function withNodesBlobs(): void {
  vi.stubGlobal('Blob', NodeBlob)
  vi.stubGlobal('File', NodeFile)
}

export const fileOf = (content: string | Uint8Array, path: string): File => {
  const file = new NodeFile([content], path.slice(path.lastIndexOf('/') + 1)) as unknown as File
  if (path.includes('/')) Object.defineProperty(file, 'webkitRelativePath', { value: path })
  return file
}

/** The files at these paths: as one ZIP, or as a folder that was chosen. */
export const zipFile = (files: Record<string, string | Uint8Array>): File =>
  rawZip(Object.entries(files).map(([name, content]) => ({ name, content })))
export const rawZip = (files: Zipped[], ends = {}): File => fileOf(zipOf(files, ends), '导出.zip')
export const folderFiles = (files: Record<string, string | Uint8Array>): File[] =>
  Object.entries(files).map(([path, content]) => fileOf(content, path))
