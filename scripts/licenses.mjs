// The licences of the packages in the pages, as Vite finds them in each build: one plain page, linked from 关于. It is no
// part of any page's code. The scripts in an archive go their own way, so that their licences stand in them.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './fresh.mjs'

const web = join(root, 'dist', 'web')
const reader = join(root, 'dist', 'reader')
const BUILDS = ['licenses', 'licenses-desk', 'licenses-worker'].map((name) => join(web, '.vite', `${name}.json`))
const OF_READER = join(reader, '.vite', 'licenses.json')
const opener = join(root, 'dist', 'opener')
const OF_OPENER = join(opener, '.vite', 'licenses.json')

const inReader = foundIn([OF_READER])
const inOpener = foundIn([OF_OPENER])
const packages = foundIn([...BUILDS, OF_READER, OF_OPENER])
if ([packages, inReader, inOpener].some(({ length }) => length === 0))
  throw new Error('the build has found no licences')
writeFileSync(join(web, 'licenses.html'), pageOf(packages))
appendFileSync(join(reader, 'reader.js'), commentOf(inReader))
appendFileSync(join(opener, 'opener.js'), commentOf(inOpener))

function foundIn(files) {
  const found = files.flatMap((file) => JSON.parse(readFileSync(file, 'utf8')))
  return [...new Map(found.map((one) => [`${one.name}@${one.version}`, one])).values()].sort((one, other) =>
    one.name < other.name ? -1 : 1,
  )
}

/** Each text once, below the names of its packages. */
function commentOf(packages) {
  const names = new Map()
  for (const { name, version, identifier, text } of packages) {
    const words = (text ?? identifier ?? '').replaceAll('*/', '* /').trim()
    names.set(words, [...(names.get(words) ?? []), `${name} ${version}`])
  }
  const sections = [...names].map(([words, of]) => `${of.join(', ')}\n\n${words}`)
  return `/*!\n${sections.join('\n\n')}\n*/\n`
}

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
