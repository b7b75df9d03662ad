import { MAX_UPLOAD_BYTES } from '#contract/limits.ts'
import { UPLOAD } from '#contract/upload.ts'
import { type LeftOut, NotReadable } from '../parsed.ts'
import { decodeText } from './decodeText.ts'
import type { Folder } from './folder.ts'
import { openZip, type ZipFile } from './zip.ts'
import { isSystems } from './zipNames.ts'

/** Texts may be longer than an upload – ten years are one JSON – and have a bound together. */
const TEXT = /\.(json|md|markdown|txt|html?)$/i
const TEXTS_MAX_BYTES = 209_715_200
const ZIP_NAME = /\.zip$/i
const [ZIP_BEGINS, ZIP_IS_EMPTY] = [0x04034b50, 0x06054b50]

/** `isArchive`: one of ours, whose parts unpack into one folder and which may hold people's own ZIPs. */
type Opening = { isArchive?: boolean }

/** The files that a person has chosen: those in the one ZIP, or all of them as they are. Throws NotReadable when they cannot be taken. */
export async function openFiles(files: File[], { isArchive = false }: Opening = {}): Promise<Folder> {
  const [first, ...others] = files
  if (!first) throw new NotReadable('没有选择文件')
  if ((others.length === 0 || isArchive) && (await areZips(files))) {
    const zips: Awaited<ReturnType<typeof openZip>>[] = []
    for (const file of files) zips.push(await openZip(file))
    const leftOut = zips.flatMap((zip) => zip.leftOut)
    return folderOf(
      zips.flatMap((zip) => zip.files),
      { leftOut, isArchive },
    )
  }
  if (files.every(({ name }) => ZIP_NAME.test(name))) throw new NotReadable('请一次选择一个ZIP文件')
  return folderOf(files.map(asFile), { leftOut: [], isArchive })
}

async function areZips(files: readonly File[]): Promise<boolean> {
  for (const file of files) if (!(await isZip(file))) return false
  return true
}

async function isZip(file: File): Promise<boolean> {
  if (ZIP_NAME.test(file.name)) return true
  const head = new DataView(await file.slice(0, 4).arrayBuffer())
  return head.byteLength === 4 && [ZIP_BEGINS, ZIP_IS_EMPTY].includes(head.getUint32(0, true))
}

const asFile = (file: File): ZipFile => ({
  name: file.webkitRelativePath || file.name,
  bytes: file.size,
  read: async () => file,
})

type Given = { leftOut: readonly LeftOut[]; isArchive: boolean }

function folderOf(all: readonly ZipFile[], { leftOut: before, isArchive }: Given): Folder {
  const [files, leftOut] = [new Map<string, ZipFile>(), [...before]]
  for (const file of all) {
    if (isSystems(file.name)) continue
    const why = files.has(file.name) ? '有两个同名的文件，只取第一个' : whyNotTake(file, isArchive)
    if (why) leftOut.push({ name: file.name, why })
    else files.set(file.name, file)
  }
  return viewOf(files, leftOut)
}

function whyNotTake({ name, bytes }: ZipFile, isArchive: boolean): string | undefined {
  if (ZIP_NAME.test(name) && !isArchive) return '压缩包里的压缩包不会打开'
  if (TEXT.test(name)) return bytes > TEXTS_MAX_BYTES ? '这个文件太大了' : undefined
  return bytes > MAX_UPLOAD_BYTES ? UPLOAD.tooLarge : undefined
}

function viewOf(files: ReadonlyMap<string, ZipFile>, leftOut: LeftOut[]): Folder {
  let textBytes = 0
  const known = (name: string): ZipFile => {
    const file = files.get(name)
    if (!file) throw new Error(`no file ${name}`)
    return file
  }
  return {
    names: () => [...files.keys()],
    text: async (name) => {
      const file = known(name)
      textBytes += file.bytes
      if (textBytes > TEXTS_MAX_BYTES) throw new NotReadable('文字太多了，请分几次搬')
      return decodeText(new Uint8Array(await (await file.read()).arrayBuffer()))
    },
    file: (name) => {
      const { bytes, read } = known(name)
      return { name: name.slice(name.lastIndexOf('/') + 1), bytes, read }
    },
    leftOut,
  }
}
