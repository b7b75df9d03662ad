import { confirm } from '#web/ui/ask.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Copies it, or shows it where browsers let nobody copy. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast('链接已复制')
  } catch {
    await confirm({ title: '请复制链接', text })
  }
}
