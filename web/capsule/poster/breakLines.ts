/** Characters that may not begin a line, and those that may not end one (the rules of Chinese typesetting). */
const NOT_FIRST = /^[，。、；：？！…—～·,.;:?!%）】》」』〕〉”’)\]}]/
const NOT_LAST = /[（【《「『〔〈“‘([{]$/
const ELLIPSIS = '…'
/** One word, and the letters of words that are written with gaps: they stay together. */
const WORD = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}'’_@/.:-]+$/u

type Room = { width: number; most: number; measure: (text: string) => number }

/** A text in lines of this width, `most` of them; whatever is left over is an ellipsis. */
export function breakLines(text: string, room: Room): string[] {
  const lines: string[] = []
  for (const paragraph of text.split(/\s*\n\s*/)) {
    if (paragraph.trim()) lines.push(...linesOf(paragraph.trim(), room))
    if (lines.length > room.most) break
  }
  if (lines.length <= room.most) return lines
  const kept = lines.slice(0, room.most)
  return [...kept.slice(0, -1), cut(kept.at(-1)!, room)]
}

function linesOf(paragraph: string, { width, measure }: Room): string[] {
  const fits = (pieces: readonly string[]) => measure(pieces.join('').trimEnd()) <= width
  const lines: string[] = []
  let line: string[] = []
  for (const piece of piecesOf(paragraph, (word) => measure(word) <= width)) {
    if (line.length === 0 || fits([...line, piece])) {
      if (line.length > 0 || piece.trim()) line.push(piece)
      continue
    }
    const end = piece.trim() ? endOf(line, piece) : line.length
    lines.push(line.slice(0, end).join('').trimEnd())
    line = [...line.slice(end), piece].filter((part, at) => at > 0 || part.trim())
  }
  return line.length > 0 ? [...lines, line.join('')] : lines
}

/** How many pieces stay when the next one has no room: a line of marks alone is broken anywhere. */
function endOf(line: readonly string[], next: string): number {
  const pieces = [...line, next]
  for (let end = line.length; end > 0; end--) {
    if (!NOT_FIRST.test(pieces[end]!) && !NOT_LAST.test(pieces[end - 1]!)) return end
  }
  return line.length
}

/** Letters, and words of other writings as a whole unless one alone is wider than a line. */
function piecesOf(text: string, fits: (word: string) => boolean): string[] {
  const words: string[][] = []
  for (const letter of lettersOf(text)) {
    if (WORD.test(letter) && WORD.test(words.at(-1)?.[0] ?? '')) words.at(-1)!.push(letter)
    else words.push([letter])
  }
  return words.flatMap((word) => (fits(word.join('')) ? [word.join('')] : word))
}

function cut(line: string, { width, measure }: Room): string {
  const letters = lettersOf(line)
  while (letters.length > 1 && measure(letters.join('').trimEnd() + ELLIPSIS) > width) letters.pop()
  while (letters.length > 1 && NOT_FIRST.test(letters.at(-1)!)) letters.pop()
  return letters.join('').trimEnd() + ELLIPSIS
}

/** Letters as people see them; where the browser cannot tell, code points. */
const lettersOf = (text: string): string[] =>
  'Segmenter' in Intl
    ? Array.from(new Intl.Segmenter('zh', { granularity: 'grapheme' }).segment(text), ({ segment }) => segment)
    : [...text]
