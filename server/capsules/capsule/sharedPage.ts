import { SHARED_TITLE } from '#contract/share.ts'
import { LINK_GONE } from '#contract/unseal.ts'
import { escapeMarkup } from '#server/core/escapeMarkup.ts'

const PRODUCT = '时光胶囊'
const DESCRIPTION = '它在时光里等了很久，现在轮到你来看看。'
/** The site's own picture, square: chats cut others to that. */
const PICTURE = { path: '/icon-512.png', px: 512 }

/** Tags for previews of the address, and the way on to the page at `leadsTo`, with a link for a reader who is not redirected. */
export const sharedPage = (origin: string, path: string, leadsTo: string): string =>
  cardPage({ title: SHARED_TITLE, says: DESCRIPTION, at: { origin, path }, way: { text: '打开看看', to: leadsTo } })

type CardParts = {
  title: string
  says: string
  at: { origin: string; path: string }
  way: { text: string; to: string }
}

/** A page for previews that leads on; it says the same to people and to the tags. */
export const cardPage = ({ title, says, at: { origin, path }, way }: CardParts): string =>
  page({
    head: [
      ...tags('property', {
        'og:type': 'website',
        'og:site_name': PRODUCT,
        'og:title': title,
        'og:description': says,
        'og:url': origin + path,
        'og:image': origin + PICTURE.path,
        'og:image:width': String(PICTURE.px),
        'og:image:height': String(PICTURE.px),
        'og:locale': 'zh_CN',
      }),
      ...tags('name', {
        description: says,
        'twitter:card': 'summary',
        'twitter:title': title,
        'twitter:description': says,
        'twitter:image': origin + PICTURE.path,
      }),
      `<meta http-equiv="refresh" content="0; url=${escapeMarkup(way.to)}">`,
    ],
    title,
    says,
    way,
    led: true,
  })

/** The page of every address that leads nowhere, the same whether it ever led anywhere or not. */
export const noSharedPage = (): string =>
  page({ head: [], title: PRODUCT, says: LINK_GONE, way: { text: '返回首页', to: '/' } })

type Parts = { head: readonly string[]; title: string; says: string; way: { text: string; to: string }; led?: true }

const page = ({ head, title, says, way, led }: Parts): string => `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<meta name="theme-color" content="#0b1026">
<title>${escapeMarkup(title)}</title>
${head.join('\n')}
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<style>${STYLE}</style>
</head>
<body>
<main${led ? ' class="led"' : ''}>
<img src="/icon.svg" alt="" width="112" height="112">
<h1>${escapeMarkup(title)}</h1>
<p>${escapeMarkup(says)}</p>
<a href="${escapeMarkup(way.to)}">${escapeMarkup(way.text)}</a>
</main>
</body>
</html>
`

/**
 * The night sky of the pages it leads to, so that crossing over is not seen. The text comes only to a reader who has not been
 * redirected by then: nobody should reach for a button that goes away.
 */
const STYLE = `
html{background:#0b1026;color-scheme:dark}
body{margin:0;min-height:100vh;display:grid;place-items:center;color:#f4f2ff;
background:radial-gradient(60% 40% at 82% 8%,#8f95ff29,#0000 70%),radial-gradient(70% 40% at 10% 96%,#a78bfa33,#0000 70%),
linear-gradient(178deg,#0b1026,#1b1f4b 58%,#2b2a63);
font:16px/1.6 "PingFang SC","Noto Sans CJK SC","Noto Sans SC","Microsoft YaHei",system-ui,sans-serif}
main{display:grid;justify-items:center;gap:16px;padding:32px 24px;text-align:center}
.led{animation:come 400ms 3s backwards}
@keyframes come{from{opacity:0}}
img{border-radius:26px}
h1{margin:8px 0 0;font-size:22px;line-height:1.3}
p{margin:0;color:#b9b6d9}
a{margin-top:8px;padding:12px 32px;border-radius:999px;background:#8f95ff;color:#0b1026;font-weight:500;text-decoration:none}
a:focus-visible{outline:2px solid #f4f2ff;outline-offset:3px}`

const tags = (key: 'name' | 'property', said: Record<string, string>): string[] =>
  Object.entries(said).map(([name, content]) => `<meta ${key}="${name}" content="${escapeMarkup(content)}">`)
