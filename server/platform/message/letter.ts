import { FOOT, LOG_LINE, type LogHead, type MessageParams, NAME, type Template, textOf } from './texts.ts'

type Letter = { subject: string; text: string; html: string }

/** `stop` is where its reader says that they want no more; `head`, the log's, where there is one. */
type Foot = { stop: string; head: LogHead | undefined }

/** A letter as text and as HTML. */
export function letterOf(template: Template, said: MessageParams, { stop, head }: Foot): Letter {
  const { subject, button, ...text } = textOf(template)
  const paragraphs = text.letter?.(said) ?? [text.sentence(said)]
  const foot = FOOT(stop)
  const logLines = head ? [LOG_LINE(head)] : []
  const html = [
    '<!doctype html><html lang="zh-CN"><body style="margin:0;background:#FBF8F2;color:#2B2A33;',
    "font:16px/1.85 'PingFang SC','Microsoft YaHei',sans-serif\">",
    '<div style="max-width:34em;margin:0 auto;padding:40px 24px">',
    `<p style="color:#5152C9;letter-spacing:.2em;margin:0 0 24px">${NAME}</p>`,
    ...paragraphs.map((paragraph) => `<p style="margin:0 0 24px">${linked(paragraph)}</p>`),
    button
      ? `<p style="margin:0 0 32px"><a href="${escaped(said.link)}" style="display:inline-block;padding:10px 28px;border-radius:999px;background:#5152C9;color:#fff;text-decoration:none">${button}</a></p>`
      : '',
    `<p style="margin:0;color:#6F6B7A;font-size:14px">${linked(foot)}</p>`,
    ...logLines.map(
      (line) => `<p style="margin:16px 0 0;color:#6F6B7A;font-size:12px;word-break:break-all">${escaped(line)}</p>`,
    ),
    '</div></body></html>',
  ]
  return { subject, text: `${[...paragraphs, foot, ...logLines].join('\n\n')}\n`, html: html.join('') }
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign]!)

/** As HTML, its addresses as links. */
const linked = (text: string): string =>
  escaped(text).replace(/https?:\/\/[^\s，。]+/g, (url) => `<a href="${url}" style="color:#5152C9">${url}</a>`)
