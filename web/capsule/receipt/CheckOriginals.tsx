import { useState } from 'react'
import type { Original } from '#contract/judgeOpened.ts'
import { Button } from '#web/ui/Button.tsx'
import { sizeText } from '#web/ui/sizeText.ts'
import { toast } from '#web/ui/toast.tsx'
import type { Source } from './originalsOf.ts'
import { hashOf } from './readGiven.ts'

type Props = { sources: readonly Source[]; onChecked: (originals: readonly Original[]) => void }

/** Fetches the originals, whose sizes it says first, and hashes each on this device; only when it is pressed. */
export function CheckOriginals({ sources, onChecked }: Props) {
  const [busy, setBusy] = useState(false)
  const bytes = sources.reduce((sum, { size = 0 }) => sum + size, 0)
  async function check() {
    setBusy(true)
    try {
      const originals: Original[] = []
      for (const { part, address } of sources) originals.push({ part, name: part, sha256: await fetched(address) })
      onChecked(originals)
    } catch {
      toast('有原件没能读到，请稍后再试')
    } finally {
      setBusy(false)
    }
  }
  return (
    <div>
      <Button kind="secondary" block busy={busy} onClick={() => void check()}>
        核对{sources.length}个原件{bytes > 0 && `，要下载 ${sizeText(bytes)}`}
      </Button>
      {sources.some(({ size }) => size === undefined) && <p className="muted">文字里的图片和封面的大小未计入。</p>}
    </div>
  )
}

async function fetched(address: string): Promise<string> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`an original answers ${answer.status}`)
  return hashOf(await answer.blob())
}
