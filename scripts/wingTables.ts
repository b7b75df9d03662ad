import { WEB_WINGS, WINGS } from '#test/wings.ts'

const BLOCK = /(?<=<!-- wings -->\n)[\s\S]*?(?=<!-- \/wings -->)/

/** The text with the tables of both sides' wings in the order of the map. Words between its marks are kept, by wing and side. */
export function withWings(text: string): string {
  const [server = '', pages = ''] = BLOCK.exec(text)?.[0].split('\n\n') ?? []
  const tables = [table('server', WINGS, server), table('pages', WEB_WINGS, pages)]
  return text.replace(BLOCK, () => tables.join('\n'))
}

function table(side: string, wings: Record<string, readonly string[]>, before: string): string {
  const rows = Object.entries(wings).map(([wing, parts]) => {
    const words = before
      .split('\n')
      .find((line) => line.startsWith(`| ${wing} |`))
      ?.split(' | ')[1]
    if (!words) throw new Error(`docs/architecture.md says nothing of the wing ${wing} (${side})`)
    return `| ${wing} | ${words} | ${roomsOf(parts)} |\n`
  })
  return `| ${side} | in it | rooms, lowest first |\n|---|---|---|\n${rows.join('')}`
}

/** Files beside the rooms are left out, and so are files that the map names by themselves. */
const roomsOf = (parts: readonly string[]): string => parts.filter((part) => !part.includes('.')).join(' · ') || '–'
