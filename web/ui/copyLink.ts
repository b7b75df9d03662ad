import { confirm } from './ask.tsx'
import { toast } from './toast.tsx'

/** Copies it, or shows it where browsers let nobody copy. */
export async function copyLink(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url)
    toast('链接已复制')
  } catch {
    await confirm({ title: '请复制链接', text: url })
  }
}
