import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

type Command = [program: string, ...options: string[]]
type Unzipper = {
  names: string[]
  unpack: (zip: string, folder: string) => string[]
  test: (zip: string, entries: string[]) => string[]
}

const PYTHON_UNPACKS = 'import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])'
/** Without entries all are read. Prints how many there are. */
const PYTHON_TESTS = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
  for name in sys.argv[2:] or archive.namelist():
    with archive.open(name) as entry:
      while entry.read(1 << 20): pass
  print(len(archive.namelist()))`

/** Programs that open ZIP files; none of them is ours. */
const UNZIPPERS: Unzipper[] = [
  {
    names: ['unzip'],
    unpack: (zip, folder) => ['-q', zip, '-d', folder],
    test: (zip, entries) => ['-tqq', zip, ...entries.map((name) => name.replace(/[[\]*?\\]/g, '\\$&'))],
  },
  {
    names: ['python3', 'python'],
    unpack: (zip, folder) => ['-c', PYTHON_UNPACKS, zip, folder],
    test: (zip, entries) => ['-c', PYTHON_TESTS, zip, ...entries],
  },
  {
    names: ['7zz', '7z', '7za'],
    unpack: (zip, folder) => ['x', '-y', '-bd', `-o${folder}`, zip],
    test: (zip, entries) => ['t', '-y', '-bd', zip, ...entries],
  },
  { names: ['bsdtar'], unpack: (zip, folder) => ['-xf', zip, '-C', folder], test: (zip) => ['-tf', zip] },
]

/** Names are written as UTF-8 only where the locale says so. */
const env = { ...process.env, LC_ALL: 'C.UTF-8' }
const MOST_OUTPUT = 256 * 1024 * 1024

const isHere = (name: string): boolean => !spawnSync(name, ['--help'], { stdio: 'ignore' }).error

function run([program, ...options]: Command): string {
  return execFileSync(program, options, {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: MOST_OUTPUT,
  })
}

/** Those of this machine, and the others with `isHere` false: a test says which it did without. */
export const unzippers = UNZIPPERS.map(({ names, unpack, test }) => {
  const program = names.find(isHere)
  const name = program ?? names[0]!
  return {
    name,
    isHere: program !== undefined,
    /** Throws where the program complains. */
    unpack: (zip: string, folder: string): string => run([name, ...unpack(zip, folder)]),
    /** Reads these entries, or all; throws where one is damaged. */
    test: (zip: string, entries: string[] = []): string => run([name, ...test(zip, entries)]),
  }
})

/** The files below a folder by their paths. */
export const filesBelow = (folder: string): Map<string, Buffer> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [relative(folder, path).replaceAll('\\', '/'), readFileSync(path)]),
  )
