import type { BrowserContext, Page } from '@playwright/test'
import { type HostileFile, hostileFiles, MARK, postHostile } from '#test/hostile.ts'
import { ask, expect, signInByCalls, test } from './site.ts'

/** A page of our own origin without any protection of its own: what is safe here is safe in ours. */
const BARE = '/bare-page'
/** The address at which the control serves the same bytes under their true type. */
const CONTROL = '/control'
const PROBE_LIMIT_MS = 800

test('nothing that was uploaded runs, wherever its address is put', async ({ page, site }) => {
  test.setTimeout(300_000)
  const watch = await startWatching(page, site)
  const accepted: string[] = []
  const stored: { address: string; told: string }[] = []
  for (const file of await hostileFiles()) {
    const address = await upload(site, file)
    if (!address) continue
    accepted.push(file.name)
    stored.push({ address, told: `${file.name}: ${file.why}` })
    const { headers } = await openDirectly(page, address)
    expect(headers['x-content-type-options'], file.name).toBe('nosniff')
    expect(headers['content-type'], file.name).toMatch(TYPE_OF[file.kind])
    if (file.kind === 'file') expect(headers['content-disposition'], file.name).toMatch(/^attachment/)
  }
  // All are tried at once, which takes as long as one; the single file is looked for only when something ran.
  if ((await watch.marksOf(...stored.map(({ address }) => address))).length > 0)
    for (const { address, told } of stored) expect(await watch.marksOf(address), told).toEqual([])
  // Whole pictures and videos are taken, and any file; what only pretends to be a picture or a video is not.
  expect(accepted).toContain('GIF that is JavaScript')
  expect(accepted).toContain('MP4 with HTML in a free box')
  expect(accepted).toContain('HTML')
  expect(accepted).not.toContain('HTML as PNG')
})

test('the same probes see what does run', async ({ page, site }) => {
  test.setTimeout(300_000)
  const watch = await startWatching(page, site)
  for (const { name, bytes, runsAs } of await hostileFiles()) {
    if (!runsAs) continue
    await page.context().route(`**${CONTROL}`, (route) => route.fulfill({ body: bytes, contentType: runsAs }))
    // A busy machine may not have run it within the time of one look.
    await expect.poll(() => watch.marksOf(site + CONTROL), { message: name, timeout: 30_000 }).not.toEqual([])
    await page.context().unroute(`**${CONTROL}`)
  }
})

const TYPE_OF = {
  image: /^(image\/(jpeg|png|gif|webp)|application\/octet-stream)$/,
  video: /^(video\/(mp4|quicktime|webm)|application\/octet-stream)$/,
  file: /^application\/octet-stream$/,
}

/** The address of the uploaded file, or undefined when it was refused. */
async function upload(site: string, file: HostileFile): Promise<string | undefined> {
  const { hosts } = await ask(site, 'ossToken', {}, await tokenFor(site))
  const host = hosts[file.kind]
  const { key, response } = await postHostile(site, host, file)
  expect(response.status).toBeLessThan(500)
  return response.ok ? new URL(host.preview + key, site).href : undefined
}

let signedIn: Promise<{ token: string }> | undefined
async function tokenFor(site: string): Promise<string> {
  signedIn ??= signInByCalls(site)
  return (await signedIn).token
}

/** Looks at everything by which something that ran would show. */
async function startWatching(page: Page, site: string) {
  const context = page.context()
  const marks: string[] = []
  await context.route(`**${MARK}`, (route) => {
    marks.push(`request by ${route.request().resourceType()}`)
    return route.fulfill({ body: '' })
  })
  await context.route(`**${BARE}`, (route) => route.fulfill({ contentType: 'text/html', body: '<title>bare</title>' }))
  context.on('page', watchDialogs)
  watchDialogs(page)

  function watchDialogs(one: Page): void {
    one.on('dialog', (dialog) => {
      marks.push('dialog')
      void dialog.dismiss()
    })
  }

  async function marksOf(...addresses: string[]): Promise<string[]> {
    marks.length = 0
    await page.goto(site + BARE)
    marks.push(...(await probe(page, addresses)))
    for (const address of addresses) marks.push(...(await openInTab(context, address)))
    if (page.url() !== site + BARE) marks.push(`went to ${page.url()}`)
    return [...marks]
  }
  return { marksOf }
}

/** Puts addresses everywhere a page can put one. */
const probe = (page: Page, addresses: string[]): Promise<string[]> =>
  page.evaluate(
    async ([addresses, limit]) => {
      const settled = (element: HTMLElement) =>
        new Promise((resolve) => {
          for (const end of ['load', 'error', 'loadeddata']) element.addEventListener(end, resolve, { once: true })
          setTimeout(resolve, limit)
          document.body.append(element)
        })
      const put = (tag: string, attributes: Record<string, string>) =>
        settled(Object.assign(document.createElement(tag), attributes))
      const tries = addresses.flatMap((address): Promise<unknown>[] => [
        put('iframe', { src: address }),
        put('img', { src: address }),
        put('object', { data: address }),
        put('embed', { src: address }),
        put('video', { src: address }),
        put('script', { src: address, charset: 'ISO-8859-1' }),
        put('script', { src: address, type: 'module' }),
        put('link', { href: address, rel: 'stylesheet' }),
        import(address),
        new Promise((resolve) => {
          const worker = new Worker(address)
          worker.onerror = resolve
          setTimeout(resolve, limit)
        }),
        navigator.serviceWorker.register(address).then((worker) => worker.unregister().then(() => 'service worker')),
      ])
      const outcomes = await Promise.allSettled(tries)
      await new Promise((resolve) => setTimeout(resolve, 100))
      const world = window as unknown as { ran?: unknown }
      const styled = getComputedStyle(document.body).getPropertyValue('--ran') !== ''
      const served = outcomes.some((outcome) => outcome.status === 'fulfilled' && outcome.value === 'service worker')
      return [
        ...(world.ran ? ['variable'] : []),
        ...(document.title === 'bare' ? [] : ['title']),
        ...(styled ? ['style'] : []),
        ...(served ? ['service worker'] : []),
      ]
    },
    [addresses, PROBE_LIMIT_MS] as const,
  )

/** As a link in a tab of its own; a download leaves it empty. */
async function openInTab(context: BrowserContext, address: string): Promise<string[]> {
  const tab = await context.newPage()
  await tab.goto(address).catch(() => undefined)
  await tab.waitForTimeout(100)
  const title = await tab.title().catch(() => '')
  await tab.close()
  return title === 'ran' ? ['title of the tab'] : []
}

async function openDirectly(page: Page, address: string) {
  const response = await page.request.get(address)
  expect(response.status()).toBe(200)
  return { headers: response.headers() }
}
