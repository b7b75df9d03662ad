import { parseArgs } from 'node:util'

export type Args = {
  sizes: number[]
  seconds: number
  /** Callers at once; one waits for its answer before it asks again. */
  connections: number
  /** The same, where a size is measured with one number after the other; the first is `connections`. */
  crowds: number[]
  only: string[]
  json: string | undefined
  /** What `--json` wrote earlier, to be held against. */
  compare: string | undefined
  profile: string | undefined
  gigabytes: number
}

/**
 * `media` among `only` stands for uploads and downloads, which take `seconds` as a number of turns; `universe` for public
 * capsules, as many as the sizes say; `lists` for those of somebody who has as many; `due` for as many that fall due at one moment; `large` for tables of so many rows; `scale` for one process and two; `own` for so many diaries of one person, searched; `paid` for notifications of payments; `backup` for backups of as many, with so many gigabytes of uploads.
 * `--sizes 1000,100000 --seconds 5 --connections 32,256 --only detail,seal --json FILE --compare FILE --profile FOLDER`
 */
export function readArgs(given: string[]): Args {
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
    },
  })
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
