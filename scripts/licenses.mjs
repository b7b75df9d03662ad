// The licences of the packages in the pages, as Vite finds them in each build: one plain page, linked from 关于. It is no
// part of any page's code.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './fresh.mjs'

const web = join(root, 'dist', 'web')
const BUILDS = ['licenses', 'licenses-desk', 'licenses-worker']

const found = BUILDS.flatMap((name) => JSON.parse(readFileSync(join(web, '.vite', `${name}.json`), 'utf8')))
const packages = [...new Map(found.map((one) => [`${one.name}@${one.version}`, one])).values()].sort((one, other) =>
  one.name < other.name ? -1 : 1,
)
if (packages.length === 0) throw new Error('the build has found no licences')
writeFileSync(join(web, 'licenses.html'), pageOf(packages))

function pageOf(packages) {
  return `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>开源许可 - 时光胶囊</title>
</head>
<body>
<main>
<h1>开源许可</h1>
<p>时光胶囊的页面使用了下列 ${packages.length} 个开源软件，谨此致谢。</p>
${packages.map(sectionOf).join('\n')}
</main>
</body>
</html>
`
}

function sectionOf({ name, version, identifier, text }) {
  return `<section>
<h2>${escaped(name)} ${escaped(version)}</h2>
<p>${escaped(identifier ?? '许可见其源代码')}</p>
${text ? `<div lang="en">${paragraphsOf(text)}</div>` : ''}
</section>`
}

/** Paragraphs of a text that was wrapped by hand at 80 characters; a narrow window wraps them anew. */
function paragraphsOf(text) {
  const paragraphs = text.replaceAll('\r\n', '\n').split(/\n\s*\n/)
  return paragraphs.map((paragraph) => `<p>${escaped(paragraph.trim())}</p>`).join('\n')
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
