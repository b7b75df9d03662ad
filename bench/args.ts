import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

export type Args = {
  sizes: number[]
  /** Callers at once, each number measured by itself; one waits for its answer before it asks again. */
  crowds: number[]
  runs: number
  /** Calls a round, and before the first one that counts. */
  calls: number
  warmUp: number
  only: string[]
  /** Another checkout, whose built server is a further side. */
  build: string | undefined
  json: string | undefined
  /** A file that `--json` wrote earlier, to compare with. */
  compare: string | undefined
  profile: string | undefined
  gigabytes: number
}

const USAGE = `npm run bench -- [options]: the built server, a bare one and a floor, in turns on the same machine (docs/performance.md).

  --sizes 1000,100000     capsules in the database, one table a size
  --connections 32,256    callers at once, one row a number
  --runs 3                runs of two rounds a side (ABBA); the median is shown
  --calls 1000            calls a round
  --warm-up 3000          calls before the first round of a call
  --only diary,gift       these calls alone (a name takes its variants along), or what has a world of its own:
                          media      uploads and downloads
                          universe   as many public capsules
                          due        as many that fall due at one moment
                          scale      one process and two
                          own        so many diaries of one person, searched
                          backup     backups of as many, with --gigabytes of uploads
                          archive    the archive of so many diaries of one person, with --gigabytes of uploads
                          everybody  the archives of as many people, as files for after the end
  --build FOLDER          another checkout's built server as a further side
  --gigabytes 1           uploads in a backup or an archive
  --json FILE             writes what was measured
  --compare FILE          holds it against what --json wrote earlier
  --profile FOLDER        keeps a profile of the processor`

/** Options that cannot be used end the process with a sentence, --help with the list of them. */
export function readArgs(given: string[]): Args {
  try {
    return parsed(given)
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`)
    process.exit(2)
  }
}

const OPTIONS = {
  sizes: { type: 'string', default: '1000,100000' },
  connections: { type: 'string', default: '32' },
  runs: { type: 'string', default: '3' },
  calls: { type: 'string', default: '1000' },
  'warm-up': { type: 'string', default: '3000' },
  only: { type: 'string', default: '' },
  build: { type: 'string' },
  json: { type: 'string' },
  compare: { type: 'string' },
  profile: { type: 'string' },
  gigabytes: { type: 'string', default: '1' },
  help: { type: 'boolean', short: 'h', default: false },
} as const

export function parsed(given: string[]): Args {
  const { values } = parseArgs({ args: given, options: OPTIONS })
  if (values.help) {
    console.log(USAGE)
    process.exit()
  }
  const numbers = (name: 'sizes' | 'connections' | 'runs' | 'calls' | 'warm-up', least: number): number[] => {
    const found = values[name].split(',').map(Number)
    if (found.every((number) => Number.isInteger(number) && number >= least)) return found
    throw new Error(`--${name}: whole numbers from ${least}`)
  }
  const { only, build, json, compare, profile, gigabytes } = values
  if (build && !existsSync(join(build, 'dist/server/main.js'))) throw new Error(`--build: nothing is built in ${build}`)
  return {
    sizes: numbers('sizes', 1000),
    crowds: numbers('connections', 1),
    runs: numbers('runs', 1)[0]!,
    calls: numbers('calls', 1)[0]!,
    warmUp: numbers('warm-up', 0)[0]!,
    only: only.split(',').filter(Boolean),
    build: build && resolve(build),
    ...{ json, compare, profile, gigabytes: Number(gigabytes) },
  }
}

if (process.argv[1]?.endsWith('args.ts')) readArgs(process.argv.slice(2))
