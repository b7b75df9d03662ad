/** The files in what was dropped, with those in its folders. */
export async function filesIn({ items }: DataTransfer): Promise<File[]> {
  // All at once: after the first wait the browser has emptied the list.
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  return (await Promise.all(entries.map(filesOf))).flat()
}

async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile)
    return [await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))]
  const inside = await listOf((entry as FileSystemDirectoryEntry).createReader())
  return (await Promise.all(inside.map(filesOf))).flat().filter(isCap)
}

/** A browser gives at most a hundred at once. */
async function listOf(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
  return some.length === 0 ? [] : [...some, ...(await listOf(reader))]
}

/** Of a whole folder, of which most is something else. */
export const isCap = ({ name }: File): boolean => /\.cap$/i.test(name)
