import type { ArchiveItem, ArchivePart } from '#contract/archiveFiles.ts'
import { RESULT_NAME } from '#contract/judge.ts'
import { coordinatesText, hasCoordinates } from '#contract/place.ts'
import { escapeMarkup } from '#server/core/escapeMarkup.ts'

// 全部文字: a page by itself, without a script and without a neighbour, for a year. It opens where the reader cannot: inside a ZIP, on
// a telephone, in fifty years. Our own words stand on it in both languages: they outlive us.

/** Pictures of a year's page, as `data:`, up to so many characters: a telephone opens no page of 100 MB. */
export const PICTURE_CHARS_MOST = 15 * 1024 * 1024

const KIND_NAME = { capsule: '时光胶囊 Time capsule', diary: '日记 Diary', forecast: '预测 Prediction' } as const
const STATE_NAME = {
  written: '',
  opened: '已解封 Opened',
  draft: '草稿 Draft',
  sealed: '封存中 Sealed',
  deleted: '最近删除 Deleted',
} as const

const STYLE = `body{max-width:42rem;margin:2rem auto;padding:0 1rem;font:1rem/1.7 system-ui,sans-serif;color-scheme:light dark}
article{margin:3rem 0;padding-top:1rem;border-top:1px solid color-mix(in srgb,currentColor 20%,transparent)}
h2{margin:0;font-size:1.25rem}small{opacity:.7}img{max-width:100%;border-radius:8px}figure{margin:1rem 0}pre{white-space:pre-wrap;font:inherit}
@media print{article{break-inside:avoid-page}}`

export const yearHead = (title: string): string => `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data: file: 'self'; style-src 'unsafe-inline'">
<title>${escapeMarkup(title)}</title><style>${STYLE}</style></head><body><h1>${escapeMarkup(title)}</h1>
`
export const YEAR_FOOT = '</body></html>\n'

/** One item; `picture` gives a thumbnail as `data:` while there is room, else undefined. */
export function articleOf(item: ArchiveItem, picture: (path: string) => string | undefined): string {
  const facts = [item.date, KIND_NAME[item.kind], STATE_NAME[item.state], item.hidden ? '已隐藏 Hidden' : '']
  return [
    `<article id="${item.id}"><h2>${escapeMarkup(item.title || item.date.slice(0, 10))}</h2>`,
    `<small>${escapeMarkup(facts.filter(Boolean).join(' · '))}</small>`,
    line('', item.missing),
    ...item.parts.map((part) => partHtml(part, picture)),
    line('寄语 Words：', item.words),
    line('备注 Remark：', item.remark),
    item.confidence === null ? '' : line('把握 Confidence：', `${item.confidence}%`),
    item.judgement
      ? line('结果 Result：', [RESULT_NAME[item.judgement.result], item.judgement.text].filter(Boolean).join(' · '))
      : '',
    item.reply ? line(`${item.reply.at} 写给自己 Reply：`, item.reply.text) : '',
    '</article>\n',
  ]
    .filter(Boolean)
    .join('\n')
}

const line = (before: string, text: string): string =>
  text ? `<p>${escapeMarkup(before)}${escapeMarkup(text)}</p>` : ''

function partHtml(part: ArchivePart, picture: (path: string) => string | undefined): string {
  if (part.kind === 'plain') return `<pre>${escapeMarkup(part.text)}</pre>${line('依据 Grounds：', part.remark)}`
  if (part.kind === 'text') return `<div>${withPictures(part.html, picture)}</div>${line('', part.remark)}`
  if (part.kind === 'place') {
    const { latitude, longitude } = part
    const at = { latitude: latitude ?? undefined, longitude: longitude ?? undefined }
    return line(
      '地点 Place：',
      [part.name, part.address, hasCoordinates(at) ? coordinatesText(at) : ''].filter(Boolean).join(' '),
    )
  }
  const shown = picture(part.thumbnail)
  const name = escapeMarkup(part.name || part.path.split('/').at(-1) || '文件')
  const link = part.path
    ? `<a href="${escapeMarkup(part.path)}">${name}</a>`
    : `${name}（${escapeMarkup(part.missing)}）`
  const image = shown ? `<img src="${shown}" alt="">` : ''
  return `<figure>${image}<figcaption>${link}${part.remark ? `<br>${escapeMarkup(part.remark)}` : ''}</figcaption></figure>`
}

const IMAGE = /<img src="([^"]*)"/g
/** A picture of the text in small, where there is one and room for it; else the original beside the page. */
const withPictures = (html: string, picture: (path: string) => string | undefined): string =>
  html.replace(IMAGE, (_whole, path: string) => `<img src="${picture(thumbnailPath(path)) ?? path}"`)

/** The small picture of an original by its name: `data/originals/2026/7-1-name.jpg` → `data/thumbnails/2026/7-1.webp`. */
function thumbnailPath(original: string): string {
  const [, at] = /^data\/originals\/(\d{4}\/\d+-\d+)/.exec(original) ?? []
  return at ? `data/thumbnails/${at}.webp` : ''
}
