import type { FileRef } from '../parsed.ts'
import { makeText, parse, type TextMaker } from './html.ts'
import type { Attributes } from './htmlTags.ts'

// A page of flomo's export, memo by memo: `div.memo` with `div.time`, and all else in it is its text – `div.content`, then
// `div.files`, whose pictures stand behind the text in their order.

export type Memo = {
  time: string
  /** All words of its text without blanks, and the addresses in it: what tells it from others. */
  words: string
  sources: string[]
  html: string
  /** Files of it that do not come along. */
  left: { name: string; why: string }[]
}

/** The picture at an address, or why it does not come along. */
type Finding = { find: (src: string) => FileRef | { why: string }; lost: Set<string> }

const RECORDING = '录音不能放进日记'
const FILM = '视频不能放进文字日记'
const PAPER = '附件不能放进文字日记'

type Open = Omit<Memo, 'html'> & { text: TextMaker; depth: number; timeDepth: number | undefined }

/** Tells of each memo as it ends; nothing is held of those before it. */
export function memosIn(html: string, finding: Finding, take: (memo: Memo) => void): void {
  let depth = 0
  let memo: Open | undefined

  function end() {
    if (memo) take(memoOf(memo))
    memo = undefined
  }
  function open(tag: string, attributes: Attributes) {
    depth += 1
    // Also within one that was never ended.
    if (hasClass(attributes, 'memo')) {
      end()
      memo = openMemo(depth, finding)
    } else if (memo && memo.timeDepth === undefined && hasClass(attributes, 'time')) memo.timeDepth = depth
    else if (memo && !isInTime(memo)) openIn(memo, tag, attributes)
  }
  function close(tag: string) {
    if (memo?.depth === depth) end()
    else if (memo?.timeDepth === depth) memo.timeDepth = TIME_IS_OVER
    else if (memo && !isInTime(memo)) memo.text.close(tag)
    depth -= 1
  }
  function words(words: string) {
    if (!memo) return
    if (isInTime(memo)) memo.time += words
    else {
      memo.words += words.replace(/\s/g, '')
      memo.text.words(words)
    }
  }
  parse(html, { open, close, words })
  end()
}

/** A second `div.time` of a memo is none. */
const TIME_IS_OVER = 0
const isInTime = ({ timeDepth }: Open): boolean => Boolean(timeDepth)

const hasClass = ({ class: classes = '' }: Attributes, name: string): boolean => classes.split(/\s+/).includes(name)

function openMemo(depth: number, { find, lost }: Finding): Open {
  const left: Memo['left'] = []
  const sources: string[] = []
  const picture = (src: string) => {
    sources.push(src)
    const found = find(src)
    if (typeof found === 'number') return found
    left.push({ name: lastOf(src) || '图片', why: found.why })
    return undefined
  }
  return { time: '', words: '', sources, left, text: makeText({ picture, lost }), depth, timeDepth: undefined }
}

function openIn(memo: Open, tag: string, attributes: Attributes) {
  const left = leftOf(tag, attributes)
  if (left) {
    memo.sources.push(left.src)
    memo.left.push({ name: lastOf(left.src), why: left.why })
  }
  memo.text.open(tag, attributes)
}

/** A file that no text can have. */
function leftOf(tag: string, { src = '', href = '' }: Attributes): { src: string; why: string } | undefined {
  if (src && (tag === 'audio' || tag === 'source')) return { src, why: RECORDING }
  if (src && tag === 'video') return { src, why: FILM }
  if (tag === 'a' && /^(?:\.\/)?file\//.test(href)) return { src: href, why: PAPER }
  return undefined
}

const memoOf = ({ time, words, sources, left, text }: Open): Memo => ({ time, words, sources, left, html: text.html() })

/** The name of a file as people read it. */
function lastOf(src: string): string {
  const address = /^data:/i.test(src) ? '' : src.replace(/[?#].*$/, '')
  const last = address.slice(address.lastIndexOf('/') + 1)
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}
