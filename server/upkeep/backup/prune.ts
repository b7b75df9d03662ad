import { rm } from 'node:fs/promises'
import { chinaDay, chinaMonth, chinaWeekday, DAY_MS } from '#contract/time.ts'
import { listedObjects } from './copyObjects.ts'
import { readManifest } from './manifest.ts'
import { folderOf, isFinished, momentOf, namesIn, type Word, wordOf } from './places.ts'
import { pooledPath } from './pool.ts'

/** How many days, weeks and months keep their newest good backup. */
export type Keep = { daily: number; weekly: number; monthly: number }
export const KEEP: Keep = { daily: 7, weekly: 4, monthly: 12 }

/** All good backups are kept this long, whatever their number: one made by hand has its reason. */
const ALL_HOURS = 48
/** Bad backups are kept this long, for the operator who looks into the reason. */
const BAD_DAYS = 7
const HOUR_MS = DAY_MS / 24

/** Which of these good ones stay, by name, the newest first: a backup may be the day's, the week's and the month's at once. */
function retained(names: readonly string[], keep: Keep): Set<string> {
  const stay = new Set<string>()
  keepNewest(names, keep.daily, chinaDay, stay)
  keepNewest(names, keep.weekly, weekOf, stay)
  keepNewest(names, keep.monthly, chinaMonth, stay)
  return stay
}

function keepNewest(names: readonly string[], most: number, spanOf: (moment: Date) => string, stay: Set<string>): void {
  const spans = new Set<string>()
  for (const name of names) {
    const span = spanOf(momentOf(name))
    if (spans.has(span)) continue
    if (spans.size === most) return
    spans.add(span)
    stay.add(name)
  }
}

/** By its Monday. */
const weekOf = (moment: Date): string => chinaDay(moment.getTime() - ((chinaWeekday(moment) + 6) % 7) * DAY_MS)

/** Removes backups that need not be kept, then the objects that no backup names any more. Returns the names of those removed. */
export async function prune(place: string, keep: Keep, now: Date): Promise<string[]> {
  const names = await namesIn(place)
  const words = new Map<string, Word>()
  for (const name of names) words.set(name, await wordOf(folderOf(place, name)))
  const stay = retained(
    names.filter((name) => words.get(name) === 'good'),
    keep,
  )
  const hoursOf = (name: string) => (now.getTime() - momentOf(name).getTime()) / HOUR_MS
  const isOver = (name: string) => {
    const word = words.get(name)
    if (word === 'good') return !stay.has(name) && hoursOf(name) > ALL_HOURS
    // A backup once called good, but not known to be now, neither replaces another nor is removed.
    return word === 'none' && hoursOf(name) > BAD_DAYS * 24
  }
  const going = names.filter(isOver)
  if (going.length === 0) return []
  await removeObjects(
    place,
    going,
    names.filter((name) => !going.includes(name)),
  )
  for (const name of going) await rm(folderOf(place, name), { recursive: true })
  return going
}

/** Before their lists: cut short, it is done again. Throws where a list that stays cannot be read. */
async function removeObjects(place: string, going: readonly string[], staying: readonly string[]): Promise<void> {
  const needed = new Set<string>()
  for (const name of staying) for (const path of await pathsIn(place, name)) needed.add(path)
  for (const name of going) {
    for (const path of await pathsIn(place, name)) if (!needed.has(path)) await rm(path, { force: true })
  }
}

async function pathsIn(place: string, name: string): Promise<string[]> {
  const folder = folderOf(place, name)
  if (!(await isFinished(folder)) || !(await readManifest(folder)).objects) return []
  const paths: string[] = []
  for await (const object of listedObjects(folder)) paths.push(pooledPath(place, object))
  return paths
}
