import { hashOfFile } from '#web/client/upload/hashOfFile.ts'
import { type FileRef, type LeftOut, NotReadable, type ParsedFile } from '../parsed.ts'
import { damaged } from './archiveShape.ts'
import type { Folder } from './folder.ts'

/** Where originals lie, in whichever folder the parts were unpacked. */
const ORIGINAL = /(?:^|\/)(data\/originals\/.+)$/

/** macOS takes letters and their accents apart when it unpacks. */
const pathIn = (name: string): string | undefined => ORIGINAL.exec(name)?.[1]?.normalize('NFC')

/** `sums`: the SHA-256 of each by its path, as the archive's manifest has them. */
type Telling = { leftOut: LeftOut[]; sums: ReadonlyMap<string, string> }
type ArchivePartFile = { name: string; files: readonly string[] }

/** The file, which cannot be read when it is another than the manifest says. */
const held = ({ read, ...file }: ParsedFile, sum: string | undefined): ParsedFile => ({
  ...file,
  read: async () => {
    const blob = await read()
    if (sum !== undefined && (await hashOfFile(blob)) !== sum) throw new NotReadable(damaged(file.name))
    return blob
  },
})

/** The originals of an archive by their paths in it, each taken once however often it is named. */
export class Originals {
  readonly files: ParsedFile[] = []
  private readonly refs = new Map<string, FileRef>()
  private readonly names = new Map<string, string>()
  /** Why these cannot be read, whatever names them. */
  private readonly faults = new Map<string, string>()
  /** Files of parts that were not chosen: the part is named, and they are not. */
  private readonly elsewhere = new Set<string>()

  private readonly leftOut: LeftOut[]
  private readonly sums: ReadonlyMap<string, string>

  constructor(
    private readonly folder: Folder,
    { leftOut, sums }: Telling,
  ) {
    this.leftOut = leftOut
    this.sums = sums
    for (const name of folder.names()) {
      const path = pathIn(name)
      if (path && !this.names.has(path)) this.names.set(path, name)
    }
    for (const { name, why } of folder.leftOut) {
      const path = pathIn(name)
      if (path) this.faults.set(path, why)
    }
  }

  /** Names a part of the archive of which nothing is here. */
  lookFor({ name, files }: ArchivePartFile): void {
    const paths = files.flatMap((file) => pathIn(file) ?? [])
    if (paths.length === 0 || paths.some((path) => this.names.has(path) || this.faults.has(path))) return
    for (const path of paths) this.elsewhere.add(path)
    this.leftOut.push({ name, why: `没有选这一卷，里面的${paths.length}个文件不会搬来` })
  }

  /** The original at this path; where it is not there, that is said under this name. */
  take(given: string, called: string, missing = ''): FileRef | undefined {
    const path = given.normalize('NFC')
    const known = this.refs.get(path)
    if (known !== undefined) return known
    const name = this.names.get(path)
    if (name === undefined) {
      const why = missing || this.faults.get(path) || '归档里没有这个文件'
      if (!this.elsewhere.has(path)) this.leftOut.push({ name: called, why })
      return undefined
    }
    this.refs.set(path, this.files.length)
    this.files.push(held(this.folder.file(name), this.sums.get(path)))
    return this.files.length - 1
  }
}
