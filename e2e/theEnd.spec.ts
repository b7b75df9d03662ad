import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { addDays, chinaDay } from '../contract/time.ts'
import { runOffline } from '../server/upkeep/sunset/offline.ts'
import { digestOf, readPublicKeys } from '../server/upkeep/sunset/publicKeys.ts'
import { upload } from '../test/client.ts'
import { jpeg } from '../test/media.ts'
import { unzip } from '../test/zip.ts'
import { ask, expect, ONCE, otherDevice, signInByCalls, startServer, test } from './site.ts'

// The whole end, as its drill: keys on paper, announced, written no more, everybody's archive as files, the server destroyed – and then
// somebody with the SMS of that time, and the number of a month. Near the last month there are few keys to make.

const MADE = new Date('2120-06-10T12:00:00+08:00')
const AFTER_JULY = new Date('2120-08-02T12:00:00+08:00')
const [JULY, SEPTEMBER] = ['2120-07-20 08:00:00', '2120-09-20 08:00:00']

const desk = (now: Date) => ({ now: () => now, typed: async () => '', say: () => undefined })

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

/** Any static server. */
const givingOut = (folder: () => string) =>
  createServer(async (request, response) => {
    const bytes = await readFile(join(folder(), decodeURIComponent(request.url!.slice(1)))).catch(() => undefined)
    const type = request.url!.includes('.html') ? 'text/html; charset=utf-8' : 'application/octet-stream'
    if (bytes) response.writeHead(200, { 'content-type': type }).end(bytes)
    else response.writeHead(404).end()
  })

test(
  'after the end, and with the server destroyed, everything opens that was due by a published month, and nothing later',
  ONCE,
  async ({ browser }) => {
    test.setTimeout(180_000)
    const folder = await mkdtemp(join(tmpdir(), 'the-end-'))
    const [dataDir, kept] = [join(folder, 'data'), join(folder, 'kept')]
    const files = givingOut(() => kept)
    const clock = createServer((_request, response) => response.setHeader('date', AFTER_JULY.toUTCString()).end())
    const [at, time] = [await listen(files), await listen(clock)]

    const sheets = await runOffline(['keys', '--to', folder], desk(MADE))
    for (const [index, sheet] of sheets.split('— '.repeat(30)).entries())
      await writeFile(join(folder, `sheet${index}`), sheet)
    const keys = join(folder, 'month-keys.json')
    const digest = digestOf(readPublicKeys(await readFile(keys, 'utf8'))!)

    const { address: site, stop } = await startServer({ DATA_DIR: dataDir })
    const sunset = (...words: string[]) =>
      promisify(execFile)(process.execPath, ['dist/server/cli.js', 'sunset', ...words], {
        env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: new URL(site).port },
      })
    await sunset('take', keys, digest)
    const { token } = await signInByCalls(site)
    const picture = await upload(site, token, 'image', await jpeg({ width: 320, height: 240, seed: 3 }), 'jpg')
    const text = (content: string) => ({
      content: [{ type: 0 as const, content, comment: '' }],
      content_type: 0 as const,
    })
    const html = `<p>夏天的信</p><img src="${picture}" alt="海" />`
    await ask(site, 'createTimeCapsule', { ...text(html), long_tag: '七月打开', open_time: JULY }, token)
    const later = { ...text('<p>秋天的信</p>'), long_tag: '九月打开', open_time: SEPTEMBER }
    await ask(site, 'createTimeCapsule', later, token)
    await sunset('announce', chinaDay(addDays(Date.now(), 200)), '--confirm', '停止运营')
    await sunset('readonly', '--confirm', '停止写入')
    const { stdout } = await sunset('archives', '--to', kept, '--at', at, '--confirm', '存好归档')
    expect(stdout).toContain('所有人的都写好了')
    const { kept: own } = await ask(site, 'exportList', {}, token)
    await stop()
    await rm(dataDir, { recursive: true })

    const page = await otherDevice(browser)
    await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
    await page.goto(own!.url)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: '下载并解密 第 1 份' }).click()
    const archive = join(folder, 'archive')
    for (const [name, bytes] of await unzip(await readFile(await (await download).path()))) {
      await mkdir(dirname(join(archive, name)), { recursive: true })
      await writeFile(join(archive, name), bytes)
    }
    const { items } = JSON.parse(await readFile(join(archive, 'data/json/sealed.json'), 'utf8'))
    const [july, september] = items.map(({ cap }: { cap: { path: string } }) => join(archive, cap.path)) as [
      string,
      string,
    ]
    const altered = join(folder, 'altered.cap')
    await writeFile(
      altered,
      (await readFile(july)).map((byte, index, all) => (index === all.length - 9 ? byte ^ 1 : byte)),
    )

    const papers = [join(folder, 'sheet0'), join(folder, 'sheet2')]
    await expect(runOffline(['release', '2120-08', '--time', time, ...papers], desk(AFTER_JULY))).rejects.toThrow(
      '还没有结束',
    )
    const number = await runOffline(['release', '--time', time, ...papers], desk(AFTER_JULY))
    files.close()
    await page.context().setOffline(true)
    await page.goto(String(pathToFileURL(join(archive, 'OPEN-ME.html'))))
    await page.getByLabel('选择文件', { exact: true }).setInputFiles([july, september, altered])
    await page.getByRole('textbox', { name: '年月和 64 位数字' }).fill(number)
    const row = (path: string) =>
      page
        .getByRole('listitem')
        .filter({ hasText: path.split('/').at(-1)! })
        .first()
    await expect(row(september)).toContainText('你填的数字更早，这一枚要 2120年9月 或更晚的数字')
    await expect(row(altered)).toContainText('已损坏')
    await row(july).getByRole('button', { name: '展开' }).click()
    await expect(page.getByText('夏天的信')).toBeVisible()
    const image = page.getByRole('button', { name: '查看图片 海' }).locator('img')
    await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(320)
    await expect(page.getByText('秋天的信')).toHaveCount(0)
    clock.close()
    await rm(folder, { recursive: true })
  },
)
