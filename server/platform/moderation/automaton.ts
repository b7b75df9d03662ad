/** Finds many words in a text in one pass (Aho and Corasick). */
export type Automaton<T> = { find: (chars: readonly string[]) => Hit<T>[] }
/** Where in the text: from `start`, up to but not with `end`. */
export type Hit<T> = { start: number; end: number; value: T }

type State<T> = {
  next: Map<string, State<T>>
  /** Where to go on when no letter fits: the longest end of what was read that begins a word. */
  fallback: State<T> | undefined
  /** The nearest state on the way back at which a word ends. */
  shorter: State<T> | undefined
  word: { length: number; value: T } | undefined
}

/** Words by their letters; none may be empty. */
export function makeAutomaton<T>(words: Iterable<[chars: readonly string[], value: T]>): Automaton<T> {
  const root = state<T>()
  for (const [chars, value] of words) plant(root, chars).word = { length: chars.length, value }
  link(root)
  return { find: (chars) => find(root, chars) }
}

const state = <T>(): State<T> => ({ next: new Map(), fallback: undefined, shorter: undefined, word: undefined })

function plant<T>(root: State<T>, chars: readonly string[]): State<T> {
  let at = root
  for (const char of chars) {
    const next = at.next.get(char) ?? state<T>()
    at.next.set(char, next)
    at = next
  }
  return at
}

/** Level by level: what a state falls back to is nearer to the root and linked already. */
function link<T>(root: State<T>): void {
  const waiting = [root]
  for (const parent of waiting) {
    for (const [char, child] of parent.next) {
      child.fallback = parent.fallback ? step(parent.fallback, char) : root
      child.shorter = child.fallback.word ? child.fallback : child.fallback.shorter
      waiting.push(child)
    }
  }
}

function step<T>(from: State<T>, char: string): State<T> {
  let at = from
  while (at.fallback && !at.next.has(char)) at = at.fallback
  return at.next.get(char) ?? at
}

function find<T>(root: State<T>, chars: readonly string[]): Hit<T>[] {
  const hits: Hit<T>[] = []
  let at = root
  for (const [index, char] of chars.entries()) {
    at = step(at, char)
    for (let end: State<T> | undefined = at; end; end = end.shorter) {
      if (end.word) hits.push({ start: index + 1 - end.word.length, end: index + 1, value: end.word.value })
    }
  }
  return hits
}
