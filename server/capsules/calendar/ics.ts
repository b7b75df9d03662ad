/** One entry of a calendar; `alarms` are RFC 5545 durations before or after its start. */
export type Entry = {
  uid: string
  /** When it was last changed. */
  stamp: Date
  start: Date
  end: Date
  title: string
  url: string
  alarms: readonly string[]
}

const LINE_OCTETS = 75
const BREAK = '\r\n'

/** An RFC 5545 calendar. `properties` are those of the calendar itself, escaped already. */
export function calendarText(entries: readonly Entry[], properties: readonly string[] = []): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//time-capsule//calendar//ZH',
    'CALSCALE:GREGORIAN',
    ...properties,
    ...entries.flatMap(entryLines),
    'END:VCALENDAR',
  ]
  return lines.map((line) => folded(line) + BREAK).join('')
}

const entryLines = ({ uid, stamp, start, end, title, url, alarms }: Entry): string[] => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  `DTSTAMP:${instant(stamp)}`,
  `DTSTART:${instant(start)}`,
  `DTEND:${instant(end)}`,
  `SUMMARY:${escaped(title)}`,
  `URL:${url}`,
  'CLASS:PRIVATE',
  'TRANSP:TRANSPARENT',
  ...alarms.flatMap((trigger) => alarmLines(trigger, title)),
  'END:VEVENT',
]

const alarmLines = (trigger: string, title: string): string[] => [
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  `DESCRIPTION:${escaped(title)}`,
  `TRIGGER:${trigger}`,
  'END:VALARM',
]

/** A text value may hold anything but these. */
export const escaped = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')

/** `20300101T155959Z`. */
const instant = (moment: Date): string => `${moment.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

/** No line is longer than 75 octets; what is over goes on after a space, and no character is cut in two. */
function folded(line: string): string {
  let octets = 0
  let text = ''
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > LINE_OCTETS) {
      text += `${BREAK} `
      octets = 1
    }
    text += character
    octets += size
  }
  return text
}
