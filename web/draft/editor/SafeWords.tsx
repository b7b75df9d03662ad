import { useEffect, useState } from 'react'
import { useUser } from '#web/client/api.ts'
import { areWordsSafe } from './safe.ts'

/** A device that is busy may take its time to say so, and the last words may still be on their way to its disk. */
const AGAIN_MS = 2_000

/** Says that the written text is not lost, as soon as that is known; otherwise nothing. */
export function SafeWords() {
  const owner = useUser().data?.user.id
  const [safe, setSafe] = useState(false)
  useEffect(() => {
    if (!owner) return
    let gone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async () => {
      const answer = await areWordsSafe(owner)
      if (gone) return
      setSafe(answer)
      if (!answer) timer = setTimeout(look, AGAIN_MS)
    }
    void look()
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [owner])
  return safe ? <p role="status">你写的内容还在，没有丢</p> : null
}
