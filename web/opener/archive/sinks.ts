/** Where a decrypted file goes to. `close` answers the address under which the browser has it, where somebody has to take it from there. */
export type Sink = {
  write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>
  close: () => Promise<string | undefined>
}

type Picker = (options: { suggestedName: string }) => Promise<FileSystemFileHandle>

/** A file that somebody chooses, written as it comes; where the browser cannot, one of its own that is handed over. Undefined where nobody chose. */
export async function chooseSink(name: string): Promise<Sink | undefined> {
  const { showSaveFilePicker: pick } = window as { showSaveFilePicker?: Picker }
  if (!pick) return inBrowser()
  try {
    const file = await (await pick({ suggestedName: name })).createWritable()
    return {
      write: (bytes) => file.write(bytes),
      close: async () => {
        await file.close()
        return undefined
      },
    }
  } catch (error) {
    return (error as Error).name === 'AbortError' ? undefined : inBrowser()
  }
}

/** Each piece is given to the browser at once, which keeps large files on the disk. */
function inBrowser(): Sink {
  const parts: Blob[] = []
  return {
    write: async (bytes) => void parts.push(new Blob([bytes])),
    close: async () => URL.createObjectURL(new Blob(parts, { type: 'application/zip' })),
  }
}

/** Hands a file over as a download. */
export function handOver(address: string, name: string): void {
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
}
