import type { TokenizerExtension } from 'marked'

// Signs of Obsidian and its like within lines: `![[picture.png|300]]`, `[[note|words]]`.

const EMBED = /^!\[\[([^[\]\n|]{1,1000})(?:\|[^[\]\n]{0,1000})?\]\]/
const NOTE = /^\[\[([^[\]\n|]{1,1000})(?:\|([^[\]\n]{1,1000}))?\]\]/

const startOf = (sign: string) => (text: string) => {
  const at = text.indexOf(sign)
  return at < 0 ? undefined : at
}

export const embeds: TokenizerExtension[] = [
  {
    name: 'embed',
    level: 'inline',
    start: startOf('![['),
    tokenizer(text) {
      const [raw, href] = EMBED.exec(text) ?? []
      return raw ? { type: 'embed', raw, href } : undefined
    },
  },
  {
    name: 'note',
    level: 'inline',
    start: startOf('[['),
    tokenizer(text) {
      const [raw, name, words] = NOTE.exec(text) ?? []
      return raw ? { type: 'note', raw, text: words ?? name } : undefined
    },
  },
]
