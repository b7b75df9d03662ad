import { confirm } from './ask.tsx'
import { toast } from './toast.tsx'

/** Copies it, or shows it where browsers let nobody copy. */
export const copyLink = (url: string): Promise<void> => copyText(url, '链接')

/** The same for any text; `what` it is, in a word. */
export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast(`${what}已复制`)
  } catch {
    await confirm({ title: `请复制${what}`, text })
  }
}
