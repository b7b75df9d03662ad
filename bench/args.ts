import { parseArgs } from 'node:util'

export type Args = {
  sizes: number[]
  seconds: number
  /** Callers at once; one waits for its answer before it asks again. */
  connections: number
  /** The numbers of callers with which a size is measured in turn; the first is `connections`. */
  crowds: number[]
  only: string[]
  json: string | undefined
  /** A file that `--json` wrote earlier, to compare with. */
  compare: string | undefined
  profile: string | undefined
  gigabytes: number
}

const USAGE = `npm run bench -- [options]: the built server under load, a bare one beside it, in the same run.

  --sizes 1000,100000     capsules in the database, one run a size
  --seconds 5             seconds a measurement; for uploads and downloads a number of turns
  --connections 32,256    callers at once, one measurement a number
  --only detail,seal      these calls alone, or what has a world of its own:
                          media      uploads and downloads
                          universe   as many public capsules
                          lists      one person's lists of as many
                          due        as many that fall due at one moment
                          large      tables of so many rows
                          scale      one process and two
                          own        so many diaries of one person, searched
                          paid       notifications of payments
                          backup     backups of as many, with --gigabytes of uploads
  --gigabytes 1           uploads in a backup
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

function parsed(given: string[]): Args {
  const { values } = parseArgs({
    args: given,
    options: {
      sizes: { type: 'string', default: '1000,100000' },
      seconds: { type: 'string', default: '5' },
      connections: { type: 'string', default: '32' },
      only: { type: 'string', default: '' },
      json: { type: 'string' },
      compare: { type: 'string' },
      profile: { type: 'string' },
      gigabytes: { type: 'string', default: '1' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) {
    console.log(USAGE)
    process.exit()
  }
  const sizes = values.sizes.split(',').map(Number)
  const crowds = values.connections.split(',').map(Number)
  const seconds = Number(values.seconds)
  if (sizes.some((size) => !Number.isInteger(size) || size < 1000)) throw new Error('--sizes: whole numbers from 1000')
  if (crowds.some((crowd) => !Number.isInteger(crowd) || crowd < 1))
    throw new Error('--connections: whole numbers from 1')
  if (!(seconds >= 1)) throw new Error('--seconds: a number from 1')
  return {
    sizes,
    seconds,
    connections: crowds[0]!,
    crowds,
    only: values.only.split(',').filter(Boolean),
    json: values.json,
    compare: values.compare,
    profile: values.profile,
    gigabytes: Number(values.gigabytes),
  }
}

if (process.argv[1]?.endsWith('args.ts')) readArgs(process.argv.slice(2))
