// `npm run golden -- CHECKOUT`: makes test/golden/VERSION-MIGRATION.tar.gz, a data folder as the built product of that
// checkout (`npm run build` there) leaves it, and a .json beside it that says what must be found in it for ever
// (test/system/golden.test.ts). Run by hand, once a release; a folder that is there is never made anew.
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { FORM } from '#contract/capsule.ts'
import { ITEM } from '#contract/content.ts'
import { foretold, get, inSeconds, later, newPerson, PASSWORD, seal, textCapsule, upload } from '#test/client.ts'
import { type Golden, goldenFile, goldenName } from '#test/golden.ts'
import { padded, png } from '#test/media.ts'
import { makeFolder } from '#test/ours.mjs'
import { addressOf, ended } from '#test/process.ts'

const FAR_SECONDS = 5 * 365 * 86_400
const SOON_SECONDS = 3
/** The size of the picture: more than the disk's store encrypts in one piece. */
const PICTURE_BYTES = 280_000
const TAR_MOST_BYTES = 256 * 1024 * 1024
const root = join(import.meta.dirname, '..')

const [checkout] = process.argv.slice(2).map((path) => resolve(path))
if (!checkout || !existsSync(join(checkout, 'dist', 'server', 'main.js'))) {
  console.error('用法：npm run golden -- 已构建好的代码目录')
  process.exit(1)
}
const name = goldenName(checkout)
if (existsSync(goldenFile(name, 'tar.gz'))) {
  console.error(`${name} 已经有了：每个版本的数据只做一次，不再更改。`)
  process.exit(1)
}

const folder = makeFolder('golden')
try {
  const golden = await fill(checkout, folder)
  execFileSync(process.execPath, [join(root, 'scripts', 'settle-folder.mjs'), checkout, join(folder, 'pg')])
  pack(golden)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Starts the product there on an empty folder, does what people do, and stops it as it wants to be stopped. */
async function fill(cwd: string, dataDir: string): Promise<Golden> {
  const env = { PATH: process.env.PATH, NODE_ENV: 'test', PORT: '0', SEED_DEMO: '0', LOG_LEVEL: 'error' }
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    cwd,
    env: { ...env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  try {
    const golden = await live(await addressOf(child))
    child.kill('SIGTERM')
    if ((await ended(child)) !== 0) throw new Error('the product did not end well')
    return golden
  } finally {
    child.kill('SIGKILL')
  }
}

async function live(url: string): Promise<Golden> {
  const { tel, token } = await newPerson(url)
  const bytes = padded(await png(), PICTURE_BYTES)
  const image = async (bytes: Buffer) => ({
    type: ITEM.image,
    content: await upload(url, token, 'image', bytes, 'png'),
    comment: '海边',
  })
  const far = inSeconds(FAR_SECONDS)
  const soon = () => inSeconds(SOON_SECONDS)
  const texts = {
    sealed: '<p>五年以后再看</p>',
    due: '<p>到期的一封信</p>',
    opened: '<p>已经打开的一封信</p>',
    diary: '<p>一篇日记</p>',
    draft: '<p>还没写完</p>',
  }
  const opened = await seal(url, token, textCapsule(texts.opened, { open_time: soon() }))
  const due = await seal(url, token, textCapsule(texts.due, { open_time: soon(), send_word: '别来无恙' }))
  const picture = await seal(url, token, { content: [await image(bytes)], content_type: FORM.graphic, open_time: far })
  const sealed = await seal(url, token, textCapsule(texts.sealed, { open_time: far, long_tag: '五年' }))
  const content = (text: string) => ({ content: [{ type: ITEM.text, content: text, comment: '' }] })
  const { capsule_id: diary } = await get(url, 'createDiaryCapsule', content(texts.diary), { token })
  const foreseen = foretold('会下雪', { open_time: far })
  const { capsule_id: prediction } = await get(url, 'createForecastCapsule', foreseen, { token })
  const { capsule_id: draft } = await get(url, 'createTimeDraft', content(texts.draft), { token })
  const item = await image(await png())
  const { capsule_id: pictureDraft } = await get(
    url,
    'createTimeDraft',
    { content: [item], content_type: FORM.graphic },
    { token },
  )
  await later((SOON_SECONDS + 1) * 1000)
  await get(url, 'unseal', { capsule_id: opened }, { token })
  const { user } = await get(url, 'userInfo', {}, { token })
  return {
    tel,
    password: PASSWORD,
    ids: { sealed, picture, due, opened, diary, prediction, draft, pictureDraft },
    texts: { ...texts, prediction: '会下雪', words: '别来无恙', comment: '海边', title: '五年' },
    balances: { time: user.time_count, diary: user.diary_count, forecast: user.forecast_count },
    pictureSha256: createHash('sha256').update(bytes).digest('hex'),
  }
}

function pack(golden: Golden): void {
  const always = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--format=ustar']
  const tar = execFileSync('tar', [...always, '-C', folder, '-cf', '-', 'pg', 'media', 'keys'], {
    maxBuffer: TAR_MOST_BYTES,
  })
  const packed = gzipSync(tar, { level: 9 })
  mkdirSync(join(root, 'test', 'golden'), { recursive: true })
  writeFileSync(goldenFile(name, 'tar.gz'), packed)
  writeFileSync(goldenFile(name, 'json'), `${JSON.stringify(golden, null, 2)}\n`)
  console.log(`${name}：${(packed.length / 1024 / 1024).toFixed(1)} MB`)
}
