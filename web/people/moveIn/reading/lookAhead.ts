import { IMPORT_LOOKED_MAX } from '#contract/limits.ts'
import { call } from '#web/client/api.ts'
import type { Outline } from './outline.ts'

/** All that is said of an import before it is sent. */
export type Ahead = {
  /** The places of the entries that will be sent: those that are not known yet, as many as may still come. */
  places: number[]
  /** Moved in before. */
  known: number
  /** Not known, and too many. */
  over: number
  from: string
  to: string
  /** Days of theirs that have diaries already. */
  days: number
  files: number
  bytes: number
  room: number
  /** How many of `places` have words beside their files. */
  worded: number
}

type Asking = { signal: AbortSignal }

/** Asks the server which of these entries it knows, which days have diaries, and what there is room for. */
export async function lookAhead(outline: Outline, { signal }: Asking): Promise<Ahead> {
  const { source, entries } = outline
  const known = new Set<string>()
  const written = new Set<string>()
  let room = 0
  let left = 0
  for (let at = 0; at < entries.length; at += IMPORT_LOOKED_MAX) {
    const asked = entries.slice(at, at + IMPORT_LOOKED_MAX).map(({ source_id, day }) => ({ source_id, day }))
    const said = await call('importPreview', { source, entries: asked }, { signal, reading: true })
    for (const id of said.known) known.add(id)
    for (const day of said.days) written.add(day)
    room = said.room
    left = said.left
  }
  const fresh = entries.flatMap(({ source_id }, place) => (known.has(source_id) ? [] : [place]))
  return {
    ...sums(outline, fresh.slice(0, left), written),
    known: entries.length - fresh.length,
    over: Math.max(0, fresh.length - left),
    room,
  }
}

function sums({ entries, files }: Outline, places: number[], written: ReadonlySet<string>) {
  const going = places.map((place) => entries[place]!)
  const days = going.map(({ day }) => day).sort()
  // A file of two entries goes up with each of them.
  const sent = going.flatMap((entry) => entry.files)
  return {
    places,
    from: days[0] ?? '',
    to: days.at(-1) ?? '',
    days: new Set(days.filter((day) => written.has(day))).size,
    files: sent.length,
    worded: going.filter(({ hasWords }) => hasWords).length,
    bytes: sent.reduce((sum, ref) => sum + (files[ref]?.bytes ?? 0), 0),
  }
}
