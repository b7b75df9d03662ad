import { confirm } from './ask.tsx'
import { toast } from './toast.tsx'

/** Copies the address, or shows it where browsers let nobody copy. */
export const copyLink = (url: string): Promise<void> => copyText(url, '链接')

/** Copies any text, or shows it; `what` names the text in a word. */
export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast(`${what}已复制`)
  } catch {
    await confirm({ title: `请复制${what}`, text })
  }
}
