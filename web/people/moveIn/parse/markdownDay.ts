import { parseChina, wallClock } from '#contract/time.ts'

// When a note was written: as it says itself, else as its name does. A day without a time is its noon, which is that day in any list.

const NOON = '12:00:00'
const CHINA = 'Asia/Shanghai'

const MONTH_DAY = [
  String.raw`(?<sign>[-_./]?)(?<month>\d\d)\k<sign>(?<day>\d\d)`,
  String.raw`[-_./](?<looseMonth>\d\d?)[-_./](?<looseDay>\d\d?)`,
  String.raw`年(?<wordMonth>\d\d?)月(?<wordDay>\d\d?)日`,
]
const MINUTE = String.raw`(?:[:.\-_](?<minute>\d\d)|(?<packed>\d\d)|[时点](?<wordMinute>\d\d?)?)`
const DAY = String.raw`(?<year>\d{4})(?:${MONTH_DAY.join('|')})`
const TIME = String.raw`(?<hour>\d\d?)${MINUTE}(?:[:.\-_分]?(?<second>\d\d))?`
const IN_NAME = new RegExp(String.raw`(?<!\d)${DAY}(?:[T _-]*${TIME}(?!\d))?(?!\d)`)
const ZONE = String.raw`(?<zone>Z|UTC|[+-]\d\d:?\d\d)?(?:\s*\[?[A-Za-z_]+/[A-Za-z_/]+\]?)?`
const SAID = new RegExp(String.raw`^${DAY}(?:[T ,]*${TIME}[分秒]?(?:[.,]\d+)?)?\s*${ZONE}$`, 'i')

/** A moment in what a front matter says, `YYYY-MM-DD HH:mm:ss`; undefined when it is none. */
export function saidMoment(text: string): string | undefined {
  const found = SAID.exec(text.trim())
  if (!found) return undefined
  const [moment, zone] = [momentOf(found), found.groups!.zone]
  if (!moment || !zone || !isUtc(zone)) return moment
  // Programs write it so; nobody's clock showed it. An offset of a place is the clock of its writer, and stays as it is.
  return wallClock(new Date(`${moment.replace(' ', 'T')}Z`), CHINA)
}

const isUtc = (zone: string): boolean => /^(?:Z|UTC|[+-]00:?00)$/i.test(zone)

/** The moment in a name, and what else the name says: `2020-01-02 去海边` is a day and its title. */
export function momentInName(name: string): { moment: string; rest: string } | undefined {
  const found = IN_NAME.exec(name)
  if (!found) return undefined
  const moment = momentOf(found)
  if (!moment) return undefined
  return { moment, rest: (name.slice(0, found.index) + name.slice(found.index + found[0].length)).trim() }
}

/** `2020/01/02.md`, a folder for each month. */
export function momentInPath(path: string): string | undefined {
  const [, year, month, day] = /(?:^|\/)(\d{4})\/(\d\d?)\/(\d\d?)$/.exec(path) ?? []
  return year && dayOf(year, month!, day!) && `${dayOf(year, month!, day!)} ${NOON}`
}

function momentOf(found: RegExpExecArray): string | undefined {
  const { year, hour, minute, packed, wordMinute = '00', second = '00', ...on } = found.groups!
  const date = dayOf(year!, (on.month ?? on.looseMonth ?? on.wordMonth)!, (on.day ?? on.looseDay ?? on.wordDay)!)
  if (!date) return undefined
  const time = `${date} ${hour?.padStart(2, '0')}:${minute ?? packed ?? wordMinute.padStart(2, '0')}:${second}`
  return hour && parseChina(time) ? time : `${date} ${NOON}`
}

/** `YYYY-MM-DD`, of any year; undefined when the calendar has no such day. */
function dayOf(year: string, month: string, day: string): string | undefined {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  // 2000 and 1999 stand for years that nothing else takes: those are left out by their day, and have to have one.
  const leap = Number(year) % 4 === 0 && (Number(year) % 100 !== 0 || Number(year) % 400 === 0)
  return parseChina(`${leap ? 2000 : 1999}${date.slice(4)}`) && date
}
