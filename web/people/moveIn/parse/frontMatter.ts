/** `fields`: keys in lower case, values without quotes; lists and what else is nested are ''. */
export type Note = { fields: Map<string, string>; body: string }

const FRONT = /^---[ \t]*\n([\s\S]{0,20000}?)(?:^|\n)(?:---|\.\.\.)[ \t]*(?:\n|$)/

/** A note and what stands before it between two lines of `---`. A line there is `key: value`; anything else is let be. */
export function readNote(text: string): Note {
  const found = FRONT.exec(text)
  const lines = found?.[1]?.split('\n') ?? []
  // A rule at the head of a text is no front matter.
  if (!found || !lines.some((line) => FIELD.test(line))) return { fields: new Map(), body: text }
  const fields = lines.flatMap((line) => {
    const [, key, value] = FIELD.exec(line) ?? []
    return key ? [[key.trim().toLowerCase(), bare(value!)] as const] : []
  })
  return { fields: new Map(fields), body: text.slice(found[0].length) }
}

const FIELD = /^([^\s:#-][^:]{0,60}):(?:[ \t]+(.*)|)$/

function bare(value = ''): string {
  const text = value.trim()
  const [, quoted] = /^"(.*)"$/.exec(text) ?? /^'(.*)'$/.exec(text) ?? []
  return quoted ?? text.replace(/\s+#.*$/, '')
}
