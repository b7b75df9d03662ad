/** Acts as a browser on an authorize page: reads it, names the person (undefined: 取消), and is sent back to us. */
export async function consent(authorizeUrl: string, name: string | undefined): Promise<URL> {
  const page = await fetch(authorizeUrl, { redirect: 'manual' })
  const html = await page.text()
  if (page.status !== 200) throw new Error(`the authorize page answers ${page.status}: ${textOf(html)}`)
  const form: Record<string, string> = name === undefined ? { decision: 'deny' } : { name, decision: 'agree' }
  const answer = await fetch(authorizeUrl, { method: 'POST', redirect: 'manual', body: new URLSearchParams(form) })
  const location = answer.headers.get('location')
  if (answer.status !== 303 || !location)
    throw new Error(`no way back: ${answer.status} ${textOf(await answer.text())}`)
  await answer.body?.cancel()
  return new URL(location)
}

const textOf = (html: string): string =>
  /<main>.*<\/main>/s
    .exec(html)?.[0]
    .replace(/<[^>]+>|\s+/g, ' ')
    .trim() ?? html
