type Room = { fits: (line: string) => boolean; most: number }

/** A text in lines that fit, broken where Chinese is: anywhere. What is more than `most` lines ends with an ellipsis. */
export function wrapped(text: string, { fits, most }: Room): string[] {
  const lines: string[] = []
  let line = ''
  for (const letter of text) {
    if (fits(line + letter)) {
      line += letter
      continue
    }
    if (lines.length === most - 1) return [...lines, ended(line, fits)]
    lines.push(line)
    line = letter
  }
  return line ? [...lines, line] : lines
}

function ended(line: string, fits: Room['fits']): string {
  const letters = [...line]
  while (letters.length > 0 && !fits(`${letters.join('')}…`)) letters.pop()
  return `${letters.join('')}…`
}
