/** Without what some systems take in no name. */
const cleaned = (title: string): string => title.replace(/[\\/:*?"<>|\p{Cc}]/gu, ' ').trim()

/** A file of this capsule. Its type is plain text: browsers hand over no other that would do. */
export const textFile = (text: string, { kind, title, day, ending }: FileName): File =>
  new File([text], `${kind}-${cleaned(title)}-${day.slice(0, 10)}.${ending}`, { type: 'text/plain' })
type FileName = { kind: string; title: string; day: string; ending: 'txt' | 'json' }
